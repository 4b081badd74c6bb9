// --process as text, and the names of threads where there are several processes.
#include "model/processes.h"

#include <gtest/gtest.h>

#include "model/schedule.h"

namespace heddle {
namespace {

TEST(Processes, ATextIsSplitAsAShellDoes) {
  const auto read = read_processes({"dir/server.c -DA='b c' \"-Ix y\" -- 80 'two words'"});
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].name, "server");
  EXPECT_EQ(read[0].words, (std::vector<std::string>{"dir/server.c", "-DA=b c", "-Ix y"}));
  EXPECT_EQ(read[0].arguments, (std::vector<std::string>{"80", "two words"}));
}

TEST(Processes, NamesAreDifferent) {
  EXPECT_EQ(process_names({"peer.c -- 1", "x/peer.cpp -- 2", "-DX other.c"}),
            (std::vector<std::string>{"peer-1", "peer-2", "other"}));
}

TEST(Processes, ThreadsHaveTheProcessInFront) {
  ThreadNames names({"server", "client"});
  EXPECT_EQ(names.name(kMainThread), "kernel");
  const ThreadId server = names.child(kMainThread, 1), client = names.child(kMainThread, 2);
  EXPECT_EQ(names.name(server), "server:main");
  EXPECT_EQ(names.name(names.child(client, 3)), "client:main/3");
  EXPECT_NE(names.slot(server), names.slot(client));
  ThreadNames again({"server", "client"});
  for (std::size_t i = 1; i < names.size(); ++i) EXPECT_TRUE(again.add(names.all()[i])) << names.all()[i];
  EXPECT_EQ(again.all(), names.all());
  EXPECT_FALSE(again.add("nobody:main"));
  EXPECT_FALSE(ThreadNames().add("server:main"));
}

}  // namespace
}  // namespace heddle
