#include <cstring>
#include <new>

#include <expat.h>

#include "bench/parsers/engine.hpp"

namespace squall::bench {
namespace {

constexpr char separator = '\xFF';

/// Hands expat's callbacks to a consumer. User data is the reader.
template <Mode mode, bool namespaces>
class ExpatReader {
 public:
  void install(XML_Parser expat) {
    XML_SetUserData(expat, this);
    XML_SetElementHandler(expat, start, end);
    XML_SetCharacterDataHandler(expat, text);
#if SQUALL_EXPAT_DEFERS
    XML_SetReparseDeferralEnabled(expat, XML_FALSE);
#endif
  }
  const Totals& totals() const {
    return consumer_.totals();
  }

 private:
  static void start(void* self, const char* name, const char** attributes) {
    auto& reader = *static_cast<ExpatReader*>(self);
    if (++reader.depth_ == 2) reader.consumer_.stanza();
    if constexpr (mode == Mode::scan) {
      reader.consumer_.element({});
      for (; *attributes; attributes += 2) reader.consumer_.attribute({}, {});
    } else {
      reader.consume(name, attributes);
    }
  }
  static void end(void* self, const char*) {
    --static_cast<ExpatReader*>(self)->depth_;
  }
  static void text(void* self, const char* characters, int size) {
    static_cast<ExpatReader*>(self)->consumer_.text({characters, static_cast<std::size_t>(size)});
  }

  void consume(const char* name, const char** attributes) {
    if constexpr (namespaces) {
      consumer_.element(local(name));
      for (; *attributes; attributes += 2) consumer_.attribute(local(attributes[0]), attributes[1]);
    } else {
      consumer_.qualified_element(name);
      for (; *attributes; attributes += 2) consumer_.qualified_attribute(attributes[0], attributes[1]);
    }
  }
  static std::string_view local(const char* name) {
    const char* found = std::strchr(name, separator);
    return found ? found + 1 : name;
  }

  Consumer<mode> consumer_;
  int depth_ = 0;
};

XML_Parser make_expat(bool namespaces) {
  XML_Parser expat = namespaces ? XML_ParserCreateNS("UTF-8", separator) : XML_ParserCreate("UTF-8");
  if (!expat) throw std::bad_alloc();
  return expat;
}

template <Mode mode, bool namespaces>
class ExpatSession final : public Session {
 public:
  ExpatSession() : expat_(make_expat(namespaces)) { reader_.install(expat_); }
  ~ExpatSession() override { XML_ParserFree(expat_); }
  ExpatSession(const ExpatSession&) = delete;
  ExpatSession& operator=(const ExpatSession&) = delete;

  void feed(std::string_view piece) override {
    XML_Parse(expat_, piece.data(), static_cast<int>(piece.size()), XML_FALSE);
  }
  const Totals& totals() const override { return reader_.totals(); }

 private:
  XML_Parser expat_;
  ExpatReader<mode, namespaces> reader_;
};

template <bool namespaces>
class ExpatEngine final : public Engine {
 public:
  ExpatEngine() : expat_(make_expat(namespaces)) {}
  ~ExpatEngine() override { XML_ParserFree(expat_); }
  ExpatEngine(const ExpatEngine&) = delete;
  ExpatEngine& operator=(const ExpatEngine&) = delete;

  std::string_view name() const override { return namespaces ? "expat, namespaces" : "expat, no namespaces"; }
  std::string_view checks() const override { return namespaces ? "all" : "no namespaces"; }
  std::string_view builds() const override { return "nothing (callbacks)"; }
  Totals run(std::span<const std::string_view> pieces, Mode mode) override {
    return mode == Mode::scan ? read<Mode::scan>(pieces) : read<Mode::consume>(pieces);
  }
  std::unique_ptr<Session> open(Mode mode) override {
    if (mode == Mode::scan) return std::make_unique<ExpatSession<Mode::scan, namespaces>>();
    return std::make_unique<ExpatSession<Mode::consume, namespaces>>();
  }

 private:
  template <Mode mode>
  Totals read(std::span<const std::string_view> pieces) {
    ExpatReader<mode, namespaces> reader;
    XML_ParserReset(expat_, "UTF-8");
    reader.install(expat_);
    for (const std::string_view piece : pieces) {
      if (XML_Parse(expat_, piece.data(), static_cast<int>(piece.size()), XML_FALSE) != XML_STATUS_OK) break;
    }
    return reader.totals();
  }

  XML_Parser expat_;
};

}  // namespace

std::unique_ptr<Engine> make_expat_engine(bool namespaces) {
  if (namespaces) return std::make_unique<ExpatEngine<true>>();
  return std::make_unique<ExpatEngine<false>>();
}

}  // namespace squall::bench
