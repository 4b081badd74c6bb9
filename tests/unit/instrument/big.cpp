// A program that uses much of the standard library survives with a well-formed module, at each level.
#include "fixture.h"

namespace heddle {
namespace {

constexpr const char* kSource = R"(
#include <barrier>
#include <condition_variable>
#include <coroutine>
#include <future>
#include <iostream>
#include <latch>
#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <semaphore>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <thread>
struct Task {
  struct promise_type {
    int value;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) { value = v; return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
};
int shared_counter;
Task numbers(int n) { for (int i = 0; i < n; i++) { shared_counter += i; co_yield i; } }
struct Base { virtual ~Base() {} virtual int f() { return 1; } };
struct Derived : virtual Base { int f() override { return 2; } };
std::mutex m; std::shared_mutex sm; std::condition_variable c; std::map<std::string, int> words;
std::atomic<std::shared_ptr<int>> owner; std::atomic<bool> flag; std::counting_semaphore<3> sem(1); std::latch gate(1);
thread_local std::string name = "x";
int risky(int n) { std::string s(n, 'x'); if (n > 3) throw std::runtime_error(s); return s.size(); }
int main(int argc, char** argv) {
  std::thread t([&] { std::lock_guard<std::mutex> l(m); words[name]++; argc++; flag = true; flag.notify_all(); });
  auto f = std::async(std::launch::async, [] { std::shared_lock<std::shared_mutex> l(sm); return 1; });
  try { std::regex r("a+b*"); std::cout << std::regex_match(argv[0], r) << risky(argc); }
  catch (const std::regex_error&) { std::cerr << "regex"; } catch (...) { owner.store(std::make_shared<int>(3)); }
  std::stringstream ss; ss << 1; flag.wait(false); sem.acquire(); sem.release(); gate.count_down();
  std::unique_ptr<Base> b = std::make_unique<Derived>(); Task n = numbers(b->f()); n.handle.resume();
  t.join(); return f.get() + words[ss.str()];
})";

class Big : public testing::TestWithParam<std::pair<bool, Visibility>> {};

TEST_P(Big, IsWellFormed) {
  InstrumentOptions options = plain_options();
  options.optimise = GetParam().first;
  options.visible = GetParam().second;
  options.drop_redundant = true;
  Program p(kSource, "cpp", options);
  EXPECT_TRUE(p.result.uses_library_state);
  EXPECT_FALSE(p.result.constructors.empty());
  EXPECT_GT(p.result.hooks, 1000u);
  EXPECT_EQ(p.count_all("__atomic_"), 0);
  EXPECT_EQ(p.count_all("heddle_refused"), 0);
  EXPECT_EQ(p.count_all("llvm.coro."), 0) << "coroutines are split before the hooks";
  for (auto& f : *p.module)
    for (auto& i : llvm::instructions(f))
      EXPECT_TRUE(!i.isAtomic() || llvm::isa<llvm::FenceInst>(i)) << f.getName().str();
}

INSTANTIATE_TEST_SUITE_P(Levels, Big,
                         testing::Values(std::pair(false, Visibility::Sync), std::pair(true, Visibility::Sync),
                                         std::pair(false, Visibility::All)));

}  // namespace
}  // namespace heddle
