#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parsers/expat/tape_writer.hpp"
#include "parsers/expat/token_end.hpp"
#include "parsers/parser.hpp"
#include "parsers/xml/size_watch.hpp"

struct XML_ParserStruct;

namespace squall::parsers::expat {

struct ExpandedName;

/// libexpat behind the house's interface: the reference that the others are held against.
///
/// Namespaces are on, names come as triplets around a byte that no UTF-8 holds (so no URI can forge one,
/// CVE-2022-25236), and expat's reparse deferral is off, for a stanza is due with its last `>`. What deferral is for, a
/// huge tag in small pieces (CVE-2023-52425), is met by holding such a tag back until it is whole.
/// Names follow the 4th edition of XML 1.0, as expat's do; the other parsers follow the 5th.
class ExpatParser final : public Parser {
 public:
  explicit ExpatParser(const Limits& limits);
  ~ExpatParser() override;
  ExpatParser(const ExpatParser&) = delete;
  ExpatParser& operator=(const ExpatParser&) = delete;

  void feed(std::string_view bytes) override;
  Item next() override;
  void reset() override;
  void discard() override;
  Element unfinished() const override { return depth_ > 1 ? tape_.unfinished() : Element{}; }
  std::size_t pending_bytes() const override;

 private:
  struct Handlers;
  struct Freed {
    void operator()(XML_ParserStruct* parser) const;
  };

  void prepare();
  bool has_item() const { return opened_ || finished_ || closed_; }
  Item deliver();

  // Giving bytes to expat.
  void advance();
  void drop_space_before_root();
  bool first_bytes_are_utf8();
  bool hold(std::string_view piece);
  void give(std::string_view piece);
  void settle(int status);
  void remember_pending();
  void check_pending();
  void check_special();
  void explain_error();

  // What came of them.
  void on_start(const char* name, const char** attributes);
  void on_end();
  void on_text(std::string_view characters);
  void on_cdata(bool begins);
  void on_declaration(const char* version, const char* encoding);
  void on_namespace(const char* prefix);
  void on_restricted();
  void on_other() { taken_ = token_end(); }
  bool begin_element(const char* name, const char** attributes);
  bool add_attribute(const char* name, const char* value);
  bool check_between_stanzas(std::string_view characters);
  bool take_token(bool is_text);
  bool check_size(std::uint64_t end);
  bool check_name(std::size_t bytes);
  void finish_item(bool& item);
  bool fail(parse_errc code) { return fail(code, token_start()); }
  bool fail(parse_errc code, std::uint64_t offset);

  std::uint64_t token_start() const;
  std::uint64_t token_end() const;
  std::uint64_t seen() const { return fed_ - input_.size(); }
  std::string pending_head() const;
  xml::SizeWatch watch_with(std::string_view head) const;

  Limits limits_;
  std::unique_ptr<XML_ParserStruct, Freed> expat_;
  TapeWriter tape_;
  std::string_view input_;          // fed, and neither given to expat nor held
  std::string_view piece_;          // given to expat last
  std::uint64_t piece_offset_ = 0;  // of it, in the stream
  std::string held_;                // more of a huge token, kept from expat until that is whole
  std::string head_;                // the first bytes of the token that expat waits with
  TokenEnd token_end_seen_;
  std::uint64_t fed_ = 0;      // bytes of the stream so far
  std::uint64_t taken_ = 0;    // bytes of it in tokens that are dealt with
  std::uint64_t skipped_ = 0;  // white space that expat never got
  xml::SizeWatch watch_;
  ParseError error_;
  std::uint32_t depth_ = 0;
  std::uint32_t declarations_ = 0;  // of the tag that is being read
  bool in_text_ = false;            // the last token was text
  bool in_cdata_ = false;
  bool suspended_ = false;
  bool root_seen_ = false;
  bool opened_ = false;  // items that wait for next()
  bool finished_ = false;
  bool closed_ = false;
};

}  // namespace squall::parsers::expat
