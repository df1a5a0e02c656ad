#include "parsers/corpus/stanza_writer.hpp"

#include <algorithm>

#include "parsers/corpus/vocabulary.hpp"

namespace squall::parsers::corpus {

std::string StanzaWriter::known_or_not(std::string_view name) {
  return unknown_ && random_.below(5) == 0 ? made_up_name(random_) : std::string(name);
}

StanzaWriter& StanzaWriter::open(std::string_view name) {
  finish_tag(false);
  open_.push_back(known_or_not(name));
  out_ += '<' + open_.back();
  in_tag_ = true;
  return *this;
}

StanzaWriter& StanzaWriter::in(std::string_view ns) {
  const bool replaced = unknown_ && random_.below(5) == 0;
  attributes_.emplace_back("xmlns", replaced ? "urn:" + made_up_name(random_) + ":0" : std::string(ns));
  return *this;
}

StanzaWriter& StanzaWriter::attribute(std::string_view name, std::string_view value) {
  std::string chosen = known_or_not(name);
  const auto taken = [&](const auto& other) { return other.first == chosen; };
  if (std::any_of(attributes_.begin(), attributes_.end(), taken)) chosen = name;
  attributes_.emplace_back(std::move(chosen), value);
  return *this;
}

StanzaWriter& StanzaWriter::text(std::string_view xml) {
  finish_tag(false);
  out_ += xml;
  return *this;
}

StanzaWriter& StanzaWriter::close() {
  if (in_tag_) {
    finish_tag(true);
  } else {
    out_ += "</" + open_.back() + '>';
  }
  open_.pop_back();
  return *this;
}

std::string StanzaWriter::take() {
  return std::exchange(out_, {});
}

void StanzaWriter::finish_tag(bool empty) {
  if (!in_tag_) return;
  shuffle_attributes();
  const char quote = random_.below(3) == 0 ? '"' : '\'';
  for (const auto& [name, value] : attributes_) {
    out_ += ' ';
    out_ += name;
    out_ += '=';
    out_ += quote;
    out_ += value;
    out_ += quote;
  }
  attributes_.clear();
  out_ += empty ? "/>" : ">";
  in_tag_ = false;
}

void StanzaWriter::shuffle_attributes() {
  for (std::size_t left = attributes_.size(); left > 1; --left) {
    std::swap(attributes_[left - 1], attributes_[random_.below(left)]);
  }
}

}  // namespace squall::parsers::corpus
