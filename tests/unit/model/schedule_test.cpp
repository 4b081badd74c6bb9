#include "model/schedule.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(ThreadNames, ChildrenAreNamedByTheirPath) {
  ThreadNames names;
  EXPECT_EQ(names.size(), 1u);
  EXPECT_EQ(names.name(kMainThread), "main");
  const ThreadId second = names.child(kMainThread, 2);
  const ThreadId first = names.child(kMainThread, 1);
  const ThreadId inner = names.child(first, 2);
  EXPECT_EQ(second, ThreadId(1));
  EXPECT_EQ(first, ThreadId(2));
  EXPECT_EQ(names.name(second), "main/2");
  EXPECT_EQ(names.name(inner), "main/1/2");
  EXPECT_EQ(names.child(kMainThread, 2), second);
  EXPECT_EQ(names.child(first, 2), inner);
  EXPECT_EQ(names.size(), 4u);
}

TEST(ThreadNames, AreReadBack) {
  ThreadNames original;
  const ThreadId child = original.child(kMainThread, 3);
  original.child(child, 12);
  original.child(kMainThread, 1);
  ThreadNames copy;
  for (const std::string& name : original.all()) EXPECT_TRUE(copy.add(name)) << name;
  EXPECT_EQ(copy.all(), original.all());
  EXPECT_EQ(copy.child(child, 12), original.child(child, 12));
  EXPECT_EQ(copy.child(kMainThread, 1), original.child(kMainThread, 1));
  EXPECT_EQ(copy.size(), original.size());
}

TEST(ThreadNames, RefuseWhatIsNoName) {
  ThreadNames names;
  ASSERT_TRUE(names.add("main/1"));
  for (const char* bad : {"", "/", "main", "main/", "main/0", "main/01", "main/-1", "main/+1", "main/x", "main/1x",
                          "main/ 2", "main/1", "main/2/1", "other", "other/1", "main//1", "main/99999999999"})
    EXPECT_FALSE(names.add(bad)) << bad;
  EXPECT_EQ(names.size(), 2u);
  EXPECT_TRUE(names.add("main/1/1"));
}

TEST(ThreadNames, EndAtTheLargestNumberOfThreads) {
  ThreadNames names;
  for (unsigned i = 1; i < kMaxThreads; ++i) ASSERT_NE(names.child(kMainThread, i), kMainThread);
  EXPECT_EQ(names.size(), kMaxThreads);
  EXPECT_EQ(names.child(kMainThread, kMaxThreads), kMainThread);
  EXPECT_FALSE(names.add("main/5000"));
  EXPECT_NE(names.child(kMainThread, 7), kMainThread);
}

TEST(ThreadNames, AreMirroredAsTheyGrow) {
  ThreadNames names;
  const ThreadId first = names.child(kMainThread, 1);
  ThreadTree tree;
  names.mirror(&tree);
  EXPECT_EQ(tree.size, 2u);
  names.child(first, 3);
  EXPECT_EQ(tree.size, 3u);
  EXPECT_EQ(tree.parent[2], first.value);
  EXPECT_EQ(tree.number[2], 3u);
}

TEST(ScheduleStep, Text) {
  ThreadNames names;
  const ThreadId t = names.child(kMainThread, 2);
  EXPECT_EQ(to_text({t, 1}, names, true), "main/2:1");
  EXPECT_EQ(to_text({t, 0}, names, true), "main/2:0");
  EXPECT_EQ(to_text({t, 0}, names, false), "main/2");
  EXPECT_EQ(to_text({kMainThread, 0}, names, false), "main");
}

}  // namespace
}  // namespace heddle
