#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "src/server/router.hpp"
#include "tests/unit/server/stanza_source.hpp"

namespace squall::server::test {

/// A resource whose output is a string.
class FakeResource final : public Resource {
 public:
  explicit FakeResource(std::string_view jid) {
    const Address address = split_address(jid);
    set_jid(std::string(jid), jid.size() - address.resource.size() - 1);
  }

  bool has_room(std::size_t) const override { return !is_full; }
  std::string& output() override { return written; }
  void replace() override { is_replaced = true; }

  std::string localpart() const { return std::string(split_address(jid()).local); }
  /// What was written since the last call.
  std::string take() { return std::exchange(written, {}); }

  std::string written;
  bool is_full = false;
  bool is_replaced = false;
};

/// A router for example.org, and stanzas for it in text.
class RouterTest : public testing::Test {
 protected:
  void bind(FakeResource& resource) { router_.bind(resource.localpart(), resource); }
  /// Binds it and sends its initial presence; what the presence led to is taken from the resource itself.
  void go_online(FakeResource& resource, std::string_view presence = "<presence/>") {
    bind(resource);
    this->presence(resource, presence);
    resource.take();
  }
  void message(Resource& sender, std::string_view xml) { router_.message(sender, StanzaSource(xml).stanza()); }
  void presence(Resource& sender, std::string_view xml) { router_.presence(sender, StanzaSource(xml).stanza()); }
  void iq(Resource& sender, std::string_view xml) { router_.iq(sender, StanzaSource(xml).stanza()); }

  ServerCounts counts_;
  std::unique_ptr<Forwarder> forwarder_ = make_forwarder(Forwarding::splice);
  Router router_{"example.org", *forwarder_, counts_};
  FakeResource alice_{"alice@example.org/home"};
  FakeResource bob_{"bob@example.org/work"};
};

}  // namespace squall::server::test
