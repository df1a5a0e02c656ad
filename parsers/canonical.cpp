#include "parsers/canonical.hpp"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace squall::parsers {
namespace {

struct SortedAttribute {
  std::string_view ns;
  std::string_view local;
  Text value;
};

void append_escaped(std::string_view characters, std::string& out) {
  for (char c : characters) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += c;
    }
  }
}

void append_name(std::string_view ns, std::string_view local, std::string& out) {
  out += '{';
  append_escaped(ns, out);
  out += '}';
  out += local;
}

void append_quoted(std::string_view characters, std::string& out) {
  out += '"';
  append_escaped(characters, out);
  out += '"';
}

bool comes_first(const SortedAttribute& a, const SortedAttribute& b) {
  return std::tie(a.ns, a.local) < std::tie(b.ns, b.local);
}

}  // namespace

/// Goes through the events of one element.
class CanonicalWriter::Walk {
 public:
  Walk(const Element& element, std::string& out)
      : at_(element.begin()), last_(element.end()), namespaces_(element.namespaces()), out_(out) {}

  void run() {
    while (at_ != last_) step();
  }
  /// The start tag alone; answers its {ns}local.
  std::string start() {
    std::string name;
    append_name(namespaces_.name(at_->ns()), at_->bytes(), name);
    flush_text();
    out_ += "start " + name;
    ++at_;
    append_attributes();
    out_ += '\n';
    return name;
  }

 private:
  void step() {
    switch (at_->kind()) {
      case EventKind::start:
        open_.push_back(start());
        break;
      case EventKind::end:
        end();
        break;
      case EventKind::text:
        text();
        break;
      default:
        ++at_;
    }
  }

  void append_attributes() {
    std::vector<SortedAttribute> all;
    for (; at_ != last_ && at_->kind() == EventKind::attribute; at_ += 2) {
      if (at_ + 1 == last_) break;
      all.push_back({namespaces_.name(at_->ns()), at_->bytes(), Text(at_[1].bytes(), at_[1].decoding())});
    }
    std::sort(all.begin(), all.end(), comes_first);
    for (const SortedAttribute& a : all) {
      out_ += ' ';
      append_name(a.ns, a.local, out_);
      out_ += '=';
      append_quoted(a.value.view(scratch_), out_);
    }
  }

  void end() {
    flush_text();
    out_ += "end " + open_.back() + '\n';
    open_.pop_back();
    ++at_;
  }

  void text() {
    decode(at_->bytes(), at_->decoding(), text_);
    ++at_;
  }

  void flush_text() {
    if (text_.empty()) return;
    out_ += "text ";
    append_quoted(text_, out_);
    out_ += '\n';
    text_.clear();
  }

  const Event* at_;
  const Event* last_;
  const NamespaceTable& namespaces_;
  std::string& out_;
  std::vector<std::string> open_;
  std::string text_;
  std::string scratch_;
};

void CanonicalWriter::stream_open(const Element& root) {
  root_ = Walk(root, lines_).start();
}

void CanonicalWriter::stanza(const Element& element) {
  Walk(element, lines_).run();
}

void CanonicalWriter::unfinished(const Element& element) {
  if (element) Walk(element, lines_).run();
}

void CanonicalWriter::stream_close() {
  lines_ += "end " + root_ + '\n';
}

void CanonicalWriter::reset() {
  lines_ += "reset\n";
}

}  // namespace squall::parsers
