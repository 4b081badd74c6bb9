// What exists once, what threads share, which locks are one.
#include "fixture.h"

namespace heddle::analysis {
namespace {

const std::string kThreads = R"(
  #include <pthread.h>
  #include <stdlib.h>
)";

TEST(Sharing, WhatTwoThreadsTouchAndOneWrites) {
  Stages program(kThreads + R"(
    int written, read_only = 3, of_main;
    void* run(void* p) { written += read_only; return 0; }
    int main() { pthread_t a, b; pthread_create(&a, 0, run, 0); pthread_create(&b, 0, run, 0); of_main++;
                 pthread_join(a, 0); pthread_join(b, 0); return 0; })");
  EXPECT_EQ(program.shared(), (Words{"written"}));
}

TEST(Sharing, LocalsAndBlocksOfEachThreadAreItsOwn) {
  Stages program(kThreads + R"(
    void fill(int* p) { for (int i = 0; i < 10; i++) p[i] = i; }
    void* run(void* p) { int local[10]; int* block = malloc(40); fill(local); fill(block); free(block); return 0; }
    int main(int argc, char** argv) { pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, 0, run, 0); return 0; })");
  EXPECT_EQ(program.shared(), (Words{}));
}

TEST(Sharing, ALocalWhoseAddressLeavesTheThreadIsShared) {
  Stages program(kThreads + R"(
    int* volatile published;
    void* run(void* p) { int local = 0; published = &local; *published = 1; return 0; }
    int main(int argc, char** argv) { pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, 0, run, 0); return 0; })");
  EXPECT_EQ(program.shared(), (Words{"published", "local"}));
}

TEST(Sharing, LoopsOfKnownLengthMakeSeparateThreads) {
  Stages program(kThreads + R"(
    int slots[3];
    void* run(void* p) { *(int*)p = 1; return 0; }
    int main() { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, run, &slots[i]);
                 for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; })");
  EXPECT_EQ(program.points_to->contexts().size(), 4u);
  for (ContextIndex c = 0; c < 4; ++c) EXPECT_FALSE(program.multiplicity->is_several(c));
  EXPECT_EQ(program.shared(), (Words{}));
}

TEST(Sharing, LoopsOfUnknownLengthMakeSeveral) {
  Stages program(kThreads + R"(
    int counter;
    void* run(void* p) { counter++; return 0; }
    int main(int argc, char** argv) { pthread_t t; for (int i = 0; i < argc; i++) pthread_create(&t, 0, run, 0); return 0; })");
  ASSERT_EQ(program.points_to->contexts().size(), 2u);
  EXPECT_TRUE(program.multiplicity->is_several(1));
  EXPECT_EQ(program.shared(), (Words{"counter"}));
}

TEST(Locks, GlobalsAndSingleBlocksAreConcrete) {
  Stages program(kThreads + R"(
    struct account { int balance; pthread_mutex_t m; } *single, *many[4], global;
    pthread_mutex_t array[4];
    void touch(struct account* a) { pthread_mutex_lock(&a->m); a->balance++; pthread_mutex_unlock(&a->m); }
    int main(int argc, char** argv) {
      single = malloc(sizeof *single);
      for (int i = 0; i < argc; i++) many[i] = malloc(sizeof *many[0]);
      touch(single); touch(&global); touch(many[argc]);
      pthread_mutex_lock(&array[2]); pthread_mutex_lock(&array[argc]);
      return 0; })");
  const Words locks = program.lock_names();
  EXPECT_TRUE(locks.contains("global.m")) << *locks.begin();
  EXPECT_TRUE(locks.contains("array[2]"));
  EXPECT_TRUE(locks.contains("array[]*"));
  int single = 0, several = 0;
  for (const std::string& name : locks) {
    if (!name.starts_with("heap block")) continue;
    (name.ends_with("*") ? several : single)++;
  }
  EXPECT_EQ(single, 1);
  EXPECT_EQ(several, 1);
}

TEST(Locks, RecursiveOnesAreRecognised) {
  Stages program(kThreads + R"(
    pthread_mutex_t made = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, plain, initialised;
    int main() {
      pthread_mutexattr_t a;
      pthread_mutexattr_init(&a);
      pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
      pthread_mutex_init(&initialised, &a);
      pthread_mutex_init(&plain, 0);
      pthread_mutex_lock(&made); pthread_mutex_lock(&plain); pthread_mutex_lock(&initialised);
      return 0; })",
                 "cpp");
  EXPECT_EQ(program.lock_names(), (Words{"made recursive", "plain", "initialised recursive"}));
}

TEST(Locks, GuardsAreSeenThrough) {
  Stages program(R"(
    #include <mutex>
    #include <shared_mutex>
    std::mutex m; std::recursive_mutex r; std::shared_mutex s;
    int main() {
      std::lock_guard<std::mutex> one(m);
      std::unique_lock<std::recursive_mutex> two(r);
      std::shared_lock<std::shared_mutex> three(s);
      return 0; })",
                 "cpp");
  EXPECT_EQ(program.lock_names(), (Words{"m", "r recursive", "s"}));
}

}  // namespace
}  // namespace heddle::analysis
