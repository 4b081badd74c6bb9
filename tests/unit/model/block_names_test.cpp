// Names of bytes in heap blocks whose objects have a known type (model/variable.h).
#include <gtest/gtest.h>

#include "model/variable.h"

namespace heddle {
namespace {

// struct Account { long id; int log[2]; char _M_internal; };  24 bytes
struct Accounts {
  VariableTable table;
  std::uint32_t plain = 0, node = 0, counted = 0, message = 0;

  Accounts() {
    const TypeIndex eight = table.add_type({8, {}, 0, 0}), four = table.add_type({4, {}, 0, 0});
    const TypeIndex one = table.add_type({1, {}, 0, 0}), log = table.add_type({8, {}, four, 2});
    const TypeIndex account = table.add_type({24, {{"id", 0, eight}, {"log", 8, log}, {"_M_internal", 16, one}}, 0, 0});
    plain = table.add_allocated({"Account", account, 0, 0, ""});
    counted = table.add_allocated({"Account", account, 8, 0, ""});
    const TypeIndex text = table.add_type({0, {}, one, ~std::uint64_t{0}});
    message = table.add_allocated(
        {"Message", table.add_type({8, {{"length", 0, eight}, {"text", 8, text}}, 0, 0}), 0, 0, ""});
    node = table.add_allocated({"Account", account, 16, 40, "a node of a std::list"});
  }
};

TEST(BlockNames, OneObject) {
  const Accounts a;
  EXPECT_EQ(a.table.part_of_block(a.plain, 24, 0, ""), "Account::id");
  EXPECT_EQ(a.table.part_of_block(a.plain, 24, 12, "#2"), "Account#2::log[1]");
  EXPECT_EQ(a.table.part_of_block(a.plain, 24, 16, ""), "Account");  // the library's own member
  EXPECT_EQ(a.table.part_of_block(a.plain, 24, 20, ""), "Account");  // padding
}

TEST(BlockNames, SeveralInARow) {
  const Accounts a;
  EXPECT_EQ(a.table.part_of_block(a.plain, 72, 48, ""), "Account[2]::id");
  EXPECT_EQ(a.table.part_of_block(a.plain, 72, 32, "#3"), "Account#3[1]::log[0]");
  // new Account[3], with their number in front
  EXPECT_EQ(a.table.part_of_block(a.counted, 80, 56, ""), "Account[2]::id");
  EXPECT_EQ(a.table.part_of_block(a.counted, 80, 0, ""), "");
}

TEST(BlockNames, OneWithMoreBehindIt) {
  const Accounts a;
  EXPECT_EQ(a.table.part_of_block(a.plain, 32, 8, ""), "Account::log[0]");  // malloc(sizeof(Account) + 8)
  EXPECT_EQ(a.table.part_of_block(a.message, 24, 0, ""), "Message::length");
  EXPECT_EQ(a.table.part_of_block(a.message, 24, 16, ""), "Message");  // a flexible array member
}

TEST(BlockNames, InsideANode) {
  const Accounts a;
  EXPECT_EQ(a.table.part_of_block(a.node, 40, 16, ""), "Account::id");
  EXPECT_EQ(a.table.part_of_block(a.node, 40, 8, ""), "a node of a std::list");
}

TEST(BlockNames, NoClass) {
  VariableTable table;
  const std::uint32_t number = table.add_allocated({"int", table.add_type({4, {}, 0, 0}), 0, 0, ""});
  EXPECT_EQ(table.part_of_block(number, 4, 0, ""), "heap int");
  EXPECT_EQ(table.part_of_block(number, 40, 12, ""), "heap int[3]");
}

TEST(BlockNames, WhatDoesNotFitIsNotNamed) {
  const Accounts a;
  EXPECT_EQ(a.table.part_of_block(a.plain, 16, 0, ""), "");  // a smaller block: not what the type says
  EXPECT_EQ(a.table.part_of_block(0, 24, 0, ""), "");
}

}  // namespace
}  // namespace heddle
