// Linked into tests that run once for each instruction set: skips them all, by name, where the processor lacks the one
// that SQUALL_PARSER_ISA asks for.

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <gtest/gtest.h>

#include "parsers/stream/detail/kernel.hpp"

namespace {

class InstructionSet final : public testing::Environment {
 public:
  void SetUp() override {
    const char* wanted = std::getenv("SQUALL_PARSER_ISA");
    if (wanted != nullptr && squall::parsers::detail::best_kernel().name != std::string_view{wanted}) {
      std::printf("[  SKIPPED ] this processor has no %s\n", wanted);  // what ctest looks for
      GTEST_SKIP();
    }
  }
};

[[maybe_unused]] const auto* const registered = testing::AddGlobalTestEnvironment(new InstructionSet);

}  // namespace
