#include "parsers/event.hpp"

#include <cstddef>

#include "parsers/reference.hpp"

namespace squall::parsers {
namespace {

bool is_plain(char c, Decoding decoding) {
  switch (c) {
    case '\r':
      return false;
    case '&':
      return decoding == Decoding::cdata;
    case '\n':
    case '\t':
      return decoding != Decoding::attribute;
    default:
      return true;
  }
}

std::size_t plain_run(std::string_view raw, Decoding decoding) {
  std::size_t n = 0;
  while (n < raw.size() && is_plain(raw[n], decoding)) ++n;
  return n;
}

/// Appends what the special byte at the front stands for; the result is how many bytes it took.
std::size_t decode_special(std::string_view raw, Decoding decoding, std::string& out) {
  if (raw.front() == '&') {
    const Reference reference = read_reference(raw);
    if (reference.kind != ReferenceKind::character) {  // of a plugin that did not check: its word for it
      out.push_back('&');
      return 1;
    }
    append_utf8(reference.character, out);
    return reference.size;
  }
  out.push_back(decoding == Decoding::attribute ? ' ' : '\n');
  return raw.starts_with("\r\n") ? 2 : 1;
}

}  // namespace

void decode(std::string_view raw, Decoding decoding, std::string& out) {
  if (decoding == Decoding::none) {
    out.append(raw);
    return;
  }
  while (!raw.empty()) {
    const std::size_t plain = plain_run(raw, decoding);
    out.append(raw.substr(0, plain));
    raw.remove_prefix(plain);
    if (!raw.empty()) raw.remove_prefix(decode_special(raw, decoding, out));
  }
}

std::string_view Text::view(std::string& scratch) const {
  if (decoding_ == Decoding::none) return raw_;
  scratch.clear();
  append_to(scratch);
  return scratch;
}

std::string Text::str() const {
  std::string out;
  append_to(out);
  return out;
}

bool Text::operator==(std::string_view characters) const {
  if (decoding_ == Decoding::none) return raw_ == characters;
  return str() == characters;
}

Text Element::attribute(std::string_view local) const {
  return attribute({}, local);
}

Text Element::attribute(std::string_view ns, std::string_view local) const {
  for (const Event* e = first_ + 1; e < last_ && e->kind() == EventKind::attribute; e += 2) {
    if (e->bytes() == local && namespaces_->name(e->ns()) == ns) return {e[1].bytes(), e[1].decoding()};
  }
  return {};
}

const Event* Element::content() const {
  const Event* e = first_ + 1;
  while (e < last_ && e->kind() == EventKind::attribute) e += 2;
  return e;
}

Element::Children Element::children() const {
  if (first_ == nullptr || first_->span() == 0) return {ChildIterator{}, ChildIterator{}};
  const Event* stop = last_ - 1;
  return {ChildIterator(content(), stop, namespaces_), ChildIterator(stop, stop, namespaces_)};
}

Element Element::child(std::string_view ns, std::string_view local) const {
  for (const Element e : children()) {
    if (e.is(ns, local)) return e;
  }
  return {};
}

Element Element::first_child() const {
  const Children all = children();
  return all.begin() == all.end() ? Element{} : *all.begin();
}

std::string_view Element::text(std::string& scratch) const {
  Text only;
  bool joined = false;
  for (const Event* e = content(); e < last_; e += e->kind() == EventKind::start && e->span() > 0 ? e->span() : 1) {
    if (e->kind() != EventKind::text) continue;
    const Text piece{e->bytes(), e->decoding()};
    if (joined) {
      piece.append_to(scratch);
    } else if (only.present()) {
      scratch.clear();
      only.append_to(scratch);
      piece.append_to(scratch);
      joined = true;
    } else {
      only = piece;
    }
  }
  return joined ? std::string_view{scratch} : only.view(scratch);
}

Element::ChildIterator::ChildIterator(const Event* at, const Event* last, const NamespaceTable* namespaces)
    : at_(at), last_(last), namespaces_(namespaces) {
  skip_text();
}

Element::ChildIterator& Element::ChildIterator::operator++() {
  at_ += at_->span();
  skip_text();
  return *this;
}

void Element::ChildIterator::skip_text() {
  while (at_ < last_ && at_->kind() != EventKind::start) ++at_;
}

}  // namespace squall::parsers
