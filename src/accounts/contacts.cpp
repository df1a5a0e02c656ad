#include "src/accounts/contacts.hpp"

#include <algorithm>
#include <random>
#include <utility>

namespace squall::accounts {
namespace {

using Contacts = std::vector<std::vector<std::uint32_t>>;

bool knows(const Contacts& contacts, std::uint32_t one, std::uint32_t other) {
  return std::ranges::find(contacts[one], other) != contacts[one].end();
}

void introduce(Contacts& contacts, std::uint32_t one, std::uint32_t other) {
  if (one == other || knows(contacts, one, other)) return;
  contacts[one].push_back(other);
  contacts[other].push_back(one);
}

/// An odd one more is the user opposite; of two neighbours there is one only in a ring of two.
Contacts ring(std::uint32_t users, std::uint32_t wanted) {
  Contacts contacts(users);
  for (std::uint32_t user = 0; user < users; ++user) {
    for (std::uint32_t step = 1; step <= wanted / 2; ++step) introduce(contacts, user, (user + step) % users);
    if (wanted % 2 == 1 && user < users / 2) introduce(contacts, user, user + users / 2);
  }
  return contacts;
}

/// Each user stands in a list `wanted` times; neighbours in the shuffled list get to know each other, and those who do
/// already are shuffled again, a few times.
Contacts random_graph(std::uint32_t users, std::uint32_t wanted, std::uint64_t seed) {
  Contacts contacts(users);
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> ends;
  for (std::uint32_t user = 0; user < users; ++user) ends.insert(ends.end(), wanted, user);
  for (int round = 0; round < 8 && ends.size() > 1; ++round) {
    for (std::size_t i = ends.size(); i > 1; --i) std::swap(ends[i - 1], ends[random() % i]);
    std::vector<std::uint32_t> left;
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
      const bool is_new = ends[i] != ends[i + 1] && !knows(contacts, ends[i], ends[i + 1]);
      if (!is_new) left.insert(left.end(), {ends[i], ends[i + 1]});
      introduce(contacts, ends[i], ends[i + 1]);
    }
    ends = std::move(left);
  }
  return contacts;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> make_contacts(std::uint32_t users, std::uint32_t contacts, Graph graph,
                                                      std::uint64_t seed) {
  const std::uint32_t wanted = users == 0 ? 0 : std::min(contacts, users - 1);
  Contacts made = graph == Graph::ring ? ring(users, wanted) : random_graph(users, wanted, seed);
  for (auto& known : made) std::ranges::sort(known);
  return made;
}

}  // namespace squall::accounts
