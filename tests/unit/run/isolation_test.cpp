// The process that explores may do anything; the one that reports must come through it with what was sent before.
#include "run/isolation.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

namespace heddle::run {
namespace {

class Isolation : public testing::Test {
 protected:
  Isolation() : shared(make_shared_state()) {}
  ~Isolation() override { munmap(shared, sizeof *shared); }

  ChildEnd run(const std::function<int(int)>& work, WatchLimits limits = {}) {
    return run_isolated(*shared, limits, work, [&](Message message) { received.push_back(std::move(message)); });
  }

  static Bug bug(std::string message, std::size_t output = 0) {
    Bug b;
    b.message = std::move(message);
    b.output.assign(output, 'x');
    return b;
  }

  SharedState* shared;
  std::vector<Message> received;
};

TEST_F(Isolation, MessagesArriveInOrderWhateverTheirSize) {
  const ChildEnd end = run([](int descriptor) {
    send_message(descriptor, to_wire(bug("one")));
    send_message(descriptor, to_wire(bug("two", 1 << 20)));
    send_message(descriptor, to_wire(Exploration{}));
    return 0;
  });
  EXPECT_EQ(end.reason, ChildEnd::Reason::Exited);
  ASSERT_EQ(received.size(), 3u);
  EXPECT_EQ(received[0].bug->message, "one");
  EXPECT_EQ(received[1].bug->output.size(), 1u << 20);
  EXPECT_TRUE(received[2].exploration);
  EXPECT_GT(end.wall_ms, 0);
  EXPECT_GT(end.peak_rss_kb, 0u);
}

TEST_F(Isolation, ADeathKeepsWhatWasSentBefore) {
  const ChildEnd end = run([](int descriptor) {
    send_message(descriptor, to_wire(bug("found")));
    const std::uint32_t promised = 1000;
    (void)!write(descriptor, &promised, sizeof promised);  // dies in the middle of the next one
    kill(getpid(), SIGKILL);
    return 0;
  });
  EXPECT_EQ(end.reason, ChildEnd::Reason::Signalled);
  EXPECT_EQ(end.signal, SIGKILL);
  ASSERT_EQ(received.size(), 1u);
  EXPECT_EQ(received[0].bug->message, "found");
}

TEST_F(Isolation, AnExitStatusIsTold) {
  const ChildEnd end = run([](int) { return 5; });
  EXPECT_EQ(end.reason, ChildEnd::Reason::Failed);
  EXPECT_EQ(end.status, 5);
}

TEST_F(Isolation, AskedToStopInTime) {
  WatchLimits limits;
  limits.seconds = 0;
  const ChildEnd end = run(
      [&](int descriptor) {
        while (!shared->live.stop) usleep(1000);
        send_message(descriptor, to_wire(Exploration{}));
        return 0;
      },
      limits);
  EXPECT_EQ(end.reason, ChildEnd::Reason::TimeUp);
  EXPECT_FALSE(end.killed);
  EXPECT_EQ(received.size(), 1u);
}

TEST_F(Isolation, KilledIfItDoesNotStop) {
  WatchLimits limits;
  limits.seconds = 0;
  limits.grace_seconds = 0.2;
  const ChildEnd end = run(
      [](int) {
        while (true) pause();
        return 0;
      },
      limits);
  EXPECT_EQ(end.reason, ChildEnd::Reason::TimeUp);
  EXPECT_TRUE(end.killed);
}

TEST_F(Isolation, MemoryIsWatched) {
  WatchLimits limits;
  limits.memory_mb = 32;
  limits.grace_seconds = 0.2;
  const ChildEnd end = run(
      [](int) {
        std::vector<char> much(std::size_t{256} << 20, 'x');
        while (much[1] == 'x') pause();
        return 0;
      },
      limits);
  EXPECT_EQ(end.reason, ChildEnd::Reason::MemoryFull);
}

TEST_F(Isolation, TheScheduleOutlivesTheChild) {
  run([&](int) {
    ThreadNames names;
    names.mirror(&shared->threads);
    const ThreadId first = names.child(kMainThread, 1);
    const ThreadId inner = names.child(first, 2);
    const std::uint16_t steps[] = {0, first.value, inner.value};
    for (unsigned i = 0; i < 3; ++i) shared->live.thread[i] = steps[i];
    shared->live.choice[1] = 4;
    shared->live.schedule_length = 3;
    kill(getpid(), SIGKILL);
    return 0;
  });
  EXPECT_EQ(live_schedule(*shared), "main main/1:4 main/1/2");
  EXPECT_EQ(live_thread(*shared), "main/1/2");
}

TEST_F(Isolation, OverwrittenSharedStateIsSurvived) {
  for (std::size_t i = 0; i < LiveState::kMaxSteps; ++i) shared->live.thread[i] = 0xffff;
  shared->live.schedule_length = 0xffffffff;
  shared->threads.size = 0xffffffff;
  for (std::size_t i = 0; i < kMaxThreads; ++i) shared->threads.parent[i] = 999;
  EXPECT_NE(live_schedule(*shared).find("thread-65535"), std::string::npos);
  shared->live.thread[0] = 5;
  EXPECT_NE(live_schedule(*shared).find("thread-5"), std::string::npos);
}

}  // namespace
}  // namespace heddle::run
