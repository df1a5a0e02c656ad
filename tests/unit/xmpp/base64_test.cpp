#include "xmpp/sasl/base64.hpp"

#include <gtest/gtest.h>

namespace squall::xmpp::sasl {
namespace {

struct Pair {
  std::string_view bytes;
  std::string_view text;
};

class Rfc4648Vector : public testing::TestWithParam<Pair> {};

TEST_P(Rfc4648Vector, IsEncodedAndDecoded) {
  EXPECT_EQ(base64(GetParam().bytes), GetParam().text);
  EXPECT_EQ(decode_base64(GetParam().text), GetParam().bytes);
}

INSTANTIATE_TEST_SUITE_P(Base64Test, Rfc4648Vector,
                         testing::Values(Pair{"", ""}, Pair{"f", "Zg=="}, Pair{"fo", "Zm8="}, Pair{"foo", "Zm9v"},
                                         Pair{"foob", "Zm9vYg=="}, Pair{"fooba", "Zm9vYmE="},
                                         Pair{"foobar", "Zm9vYmFy"}, Pair{"\xff\xfe\xfb", "//77"}));

class NotBase64 : public testing::TestWithParam<std::string_view> {};

TEST_P(NotBase64, IsRefused) {
  EXPECT_FALSE(decode_base64(GetParam())) << GetParam();
}

INSTANTIATE_TEST_SUITE_P(Base64Test, NotBase64,
                         testing::Values("Zg", "Zg=", "Z===", "====", "Zm9v\n", " Zm9v", "Zm=v",
                                         "Zg==Zg==", "Zh==", "Zm9=", "Zm-v", "Zm_v", "=Zm9"));

}  // namespace
}  // namespace squall::xmpp::sasl
