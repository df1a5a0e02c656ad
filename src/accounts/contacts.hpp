#pragma once

#include <cstdint>
#include <vector>

namespace squall::accounts {

enum class Graph : std::uint8_t {
  ring,    ///< each knows those next to him, both ways round
  random,  ///< drawn by the seed
};

/// Who knows whom among `users` users, counted from 0, each about `contacts` others. Symmetric, nobody knows himself,
/// nobody twice, sorted. An odd number of contacts in a ring of an odd number of users leaves some with one fewer; a
/// random graph some with a few fewer.
std::vector<std::vector<std::uint32_t>> make_contacts(std::uint32_t users, std::uint32_t contacts, Graph graph,
                                                      std::uint64_t seed);

}  // namespace squall::accounts
