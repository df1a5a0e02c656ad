#include "bench/parsers/allocations.hpp"

#include <cstddef>

// The C library's own functions, so that these can stand in front of them.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
}

namespace {

constinit thread_local std::uint64_t calls = 0;

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  ++calls;
  return __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) {
  ++calls;
  return __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size) {
  ++calls;
  return __libc_realloc(memory, size);
}

}  // extern "C"

namespace squall::bench {

std::uint64_t allocations() {
  return calls;
}

}  // namespace squall::bench
