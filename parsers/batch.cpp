#include "parsers/batch.hpp"

#include <algorithm>
#include <charconv>

#include "parsers/canonical.hpp"

namespace squall::parsers {
namespace {

constexpr std::string_view spaces = " \t\r\n";
constexpr std::string_view streams_namespace = "http://etherx.jabber.org/streams";

std::optional<std::size_t> number(std::string_view digits) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

/// What a document is put into, to be parsed as the one element of a stream.
constexpr std::string_view envelope = "<document>";
constexpr std::string_view envelope_end = "</document>";
/// The same for text alone.
constexpr std::string_view text_envelope = "<document><text>";

/// Bytes before the root's start tag. The parser has read past them, so they are well formed.
std::size_t prolog_size(std::string_view bytes) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::size_t at = bytes.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  if (bytes.substr(at).starts_with("<?")) at = bytes.find("?>", at) + 2;
  return bytes.find_first_not_of(spaces, at);
}

/// Feeds a parser what lies between two resets, and writes down what it delivers.
class Segment {
 public:
  Segment(Parser& parser, CanonicalWriter& writer, std::string_view bytes)
      : parser_(parser), writer_(writer), bytes_(bytes) {}

  Answer run(FeedPlan plan, std::size_t from, std::size_t to) {
    feed(plan, from, to);
    if (is_document_) feed_as_document(plan, from, to);
    writer_.unfinished(parser_.unfinished());
    if (answer_.error.code == parse_errc::text_between_stanzas) judge_text(to);
    return answer_;
  }

 private:
  void feed(FeedPlan plan, std::size_t from, std::size_t to) {
    start_ = from;
    for (std::size_t at = 0, size = 0; at < to && !stopped(); at += size) {
      size = plan.next(at, bytes_.size());
      const std::size_t begin = std::max(at, from);
      if (begin < at + size) drain(bytes_.substr(begin, std::min(at + size, to) - begin));
    }
  }

  void drain(std::string_view bytes) {
    parser_.feed(bytes);
    for (Item item = parser_.next(); item.kind != ItemKind::need_more; item = parser_.next()) {
      in_envelope_ ? take_document(item) : take(item);
      if (stopped()) return;
    }
  }

  bool stopped() const { return answer_.verdict == Answer::Verdict::error || (is_document_ && !in_envelope_); }

  void feed_as_document(FeedPlan plan, std::size_t from, std::size_t to) {
    parser_.discard();
    parser_.feed(envelope);
    while (parser_.next().kind != ItemKind::need_more) continue;
    in_envelope_ = true;
    feed(plan, from + prolog_size(bytes_.substr(from, to - from)), to);
    closing_ = true;
    if (answer_.verdict == Answer::Verdict::ok) drain(envelope_end);
  }

  void take(const Item& item) {
    switch (item.kind) {
      case ItemKind::stream_open:
        is_document_ = !item.element.is(streams_namespace, "stream");
        if (!is_document_) writer_.stream_open(item.element);
        return;
      case ItemKind::stanza:
        return writer_.stanza(item.element);
      case ItemKind::stream_close:
        writer_.stream_close();
        answer_.verdict = Answer::Verdict::ok;
        return;
      default:
        return fail(item.error.code, item.error.offset);
    }
  }

  void take_document(const Item& item) {
    if (item.kind == ItemKind::stanza && answer_.verdict == Answer::Verdict::incomplete) {
      writer_.stanza(item.element);
      answer_.verdict = Answer::Verdict::ok;
    } else if (item.kind == ItemKind::error && item.error.code != parse_errc::text_between_stanzas) {
      fail(item.error.code, start_ + item.error.offset - envelope.size());
    } else if (item.kind != ItemKind::stream_close || !closing_) {
      fail(parse_errc::not_well_formed, bytes_.size());  // something other than white space behind the root
    }
  }

  /// Text between stanzas is an error for every parser. But where nothing follows it, the stream may have ended there
  /// and something else begun, as after STARTTLS: as XML it is good so far.
  void judge_text(std::size_t to) {
    const std::size_t at = start_ + static_cast<std::size_t>(answer_.error.offset);
    const std::string_view text = bytes_.substr(at, to - at);
    if (text.find('<') != std::string_view::npos) return;
    parser_.discard();
    Item item;
    for (std::string_view part : {text_envelope, text}) {
      parser_.feed(part);
      do {
        item = parser_.next();
      } while (item.kind != ItemKind::need_more && item.kind != ItemKind::error);
    }
    if (item.kind != ItemKind::error) answer_ = {};
  }

  void fail(parse_errc code, std::uint64_t offset) {
    answer_.verdict = Answer::Verdict::error;
    answer_.error = {code, offset};
  }

  Parser& parser_;
  CanonicalWriter& writer_;
  std::string_view bytes_;
  std::size_t start_ = 0;
  bool is_document_ = false;
  bool in_envelope_ = false;
  bool closing_ = false;
  Answer answer_;
};

}  // namespace

std::optional<FeedPlan> FeedPlan::parse(std::string_view words) {
  if (words == "all") return all();
  const auto colon = words.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto value = number(words.substr(colon + 1));
  const auto kind = words.substr(0, colon);
  if (kind == "chunk" && value && *value > 0) return chunks(*value);
  if (kind == "split" && value) return split(*value);
  return std::nullopt;
}

std::size_t FeedPlan::next(std::size_t at, std::size_t size) const {
  const std::size_t left = size - at;
  if (kind_ == Kind::chunk) return std::min(number_, left);
  if (kind_ == Kind::split && at < number_) return std::min(number_ - at, left);
  return left;
}

Answer run_case(Parser& parser, std::string_view bytes, FeedPlan plan, const std::vector<std::size_t>& resets) {
  CanonicalWriter writer;
  Answer answer;
  std::size_t from = 0;
  for (std::size_t i = 0; i <= resets.size() && answer.verdict != Answer::Verdict::error; ++i) {
    if (i > 0) {
      parser.reset();
      writer.reset();
    }
    const std::size_t to = i == resets.size() ? bytes.size() : std::clamp(resets[i], from, bytes.size());
    answer = Segment(parser, writer, bytes).run(plan, from, to);
    from = to;
  }
  answer.events = writer.take();
  return answer;
}

std::optional<std::vector<std::size_t>> parse_resets(std::string_view text) {
  std::vector<std::size_t> offsets;
  for (auto at = text.find_first_not_of(spaces); at != std::string_view::npos;
       at = text.find_first_not_of(spaces, at)) {
    const auto end = std::min(text.find_first_of(spaces, at), text.size());
    const auto offset = number(text.substr(at, end - at));
    if (!offset) return std::nullopt;
    offsets.push_back(*offset);
    at = end;
  }
  std::sort(offsets.begin(), offsets.end());
  return offsets;
}

std::string to_text(const Answer& answer) {
  if (answer.verdict == Answer::Verdict::ok) return "ok\n" + answer.events;
  if (answer.verdict == Answer::Verdict::incomplete) return "incomplete\n" + answer.events;
  std::string text = "error ";
  text += stream_condition(answer.error.code);
  text += "\n# ";
  text += to_string(answer.error.code);
  text += " at byte " + std::to_string(answer.error.offset) + '\n';
  return text + answer.events;
}

}  // namespace squall::parsers
