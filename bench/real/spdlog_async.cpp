// spdlog's asynchronous logger with a sink that keeps the messages.
// The worker of 1.10 waits ten seconds at a time, with a new message on its stack in each round: a loop without end.
// package: libspdlog-dev
// header: spdlog/async.h
// flags: -lspdlog -lfmt
// expect: inconclusive
#include <spdlog/async.h>
#include <spdlog/sinks/base_sink.h>

#include <cassert>
#include <memory>

struct Memory : spdlog::sinks::base_sink<std::mutex> {
  int messages = 0;
  void sink_it_(const spdlog::details::log_msg&) override { ++messages; }
  void flush_() override {}
};

int main() {
  auto sink = std::make_shared<Memory>();
  {
    auto pool = std::make_shared<spdlog::details::thread_pool>(2, 1);
    auto logger = std::make_shared<spdlog::async_logger>("log", sink, pool, spdlog::async_overflow_policy::block);
    logger->info("one");
    logger->info("two");
  }
  assert(sink->messages == 2);
}
