// expect: verified
// exit: 0
// flags: -std=c++20
//
// A limit that nobody lives to see: none of these waits gives up.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <future>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>

using namespace std::chrono;
static std::mutex m;
static std::condition_variable changed;
static bool go;
static std::timed_mutex timed;
static std::shared_timed_mutex shared;

static void wait_for_condition() {
  std::thread t([] {
    std::lock_guard lock(m);
    go = true;
    changed.notify_one();
  });
  std::unique_lock lock(m);
  while (!go) assert(changed.wait_until(lock, steady_clock::time_point::max()) == std::cv_status::no_timeout);
  lock.unlock();
  t.join();
}

static void wait_for_locks() {
  std::thread t([] { std::scoped_lock both(timed, shared); });
  assert(timed.try_lock_until(system_clock::now() + hours(24 * 400)));
  timed.unlock();
  assert(shared.try_lock_shared_until(system_clock::now() + hours(24 * 400)));
  shared.unlock_shared();
  t.join();
}

static void wait_for_others() {
  std::counting_semaphore<> posted(0);
  std::promise<int> promise;
  std::thread t([&] {
    posted.release();
    promise.set_value(1);
  });
  assert(posted.try_acquire_for(hours(24 * 400)));
  assert(promise.get_future().wait_for(hours(24 * 400)) == std::future_status::ready);
  t.join();
}

int main() {
  wait_for_condition();
  wait_for_locks();
  wait_for_others();
}
