#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parsers/corpus/random.hpp"

namespace squall::parsers::corpus {

/// Writes XML the way different clients do: attributes in any order, either kind of quote.
class StanzaWriter {
 public:
  /// `unknown`: every fifth name and namespace is replaced by a made-up one.
  StanzaWriter(Random& random, bool unknown) : random_(random), unknown_(unknown) {}

  /// Opens an element; attributes and a namespace may follow until the next call of another kind.
  StanzaWriter& open(std::string_view name);
  StanzaWriter& in(std::string_view ns);
  /// `value` as it stands in XML, without quotes of any kind.
  StanzaWriter& attribute(std::string_view name, std::string_view value);
  /// `xml`: text as it stands in XML.
  StanzaWriter& text(std::string_view xml);
  StanzaWriter& close();
  /// <name>xml</name>
  StanzaWriter& leaf(std::string_view name, std::string_view xml) { return open(name).text(xml).close(); }

  /// What was written since the last call.
  std::string take();

 private:
  std::string known_or_not(std::string_view name);
  void finish_tag(bool empty);
  void shuffle_attributes();

  Random& random_;
  bool unknown_;
  std::string out_;
  std::vector<std::string> open_;
  std::vector<std::pair<std::string, std::string>> attributes_;
  bool in_tag_ = false;
};

}  // namespace squall::parsers::corpus
