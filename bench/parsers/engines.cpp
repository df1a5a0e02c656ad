#include "bench/parsers/engine.hpp"

namespace squall::bench {

std::vector<std::unique_ptr<Engine>> make_engines() {
  std::vector<std::unique_ptr<Engine>> engines;
  engines.push_back(make_expat_engine(true));
  add_house_engines(engines);
  engines.push_back(make_expat_engine(false));
#if SQUALL_HAVE_LIBXML2
  engines.push_back(make_libxml2_engine());
#endif
#if SQUALL_HAVE_PUGIXML
  engines.push_back(make_pugixml_engine());
#endif
#if SQUALL_HAVE_RAPIDXML
  engines.push_back(make_rapidxml_engine());
#endif
  engines.push_back(make_memchr_engine());
  return engines;
}

}  // namespace squall::bench
