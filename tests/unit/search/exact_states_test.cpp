#include "search/exact_states.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

std::vector<std::byte> image(std::initializer_list<int> bytes) {
  std::vector<std::byte> result;
  for (const int b : bytes) result.push_back(static_cast<std::byte>(b));
  return result;
}

TEST(ExactStates, AFingerprintOfTwoStatesIsACollision) {
  ExactStates states(true);
  EXPECT_TRUE(states.agrees({1, 2}, image({1, 2, 3})));
  EXPECT_TRUE(states.agrees({1, 2}, image({1, 2, 3})));
  EXPECT_FALSE(states.agrees({1, 2}, image({1, 2, 4})));
  EXPECT_FALSE(states.agrees({1, 2}, image({1, 2})));
  EXPECT_TRUE(states.agrees({1, 3}, image({1, 2, 4})));
}

}  // namespace
}  // namespace heddle
