// expect: verified
// detectors: exact
// flags: -std=c++20
//
// Members behind C++'s objects are not part of them, whatever padding there could be; and what threads do to the objects
// themselves never races.
#include <condition_variable>
#include <mutex>
#include <semaphore>
#include <shared_mutex>
#include <thread>

struct Derived : std::mutex {
  bool behind = false;
};
struct All {
  Derived m;
  std::condition_variable c;
  char behind_condition = 0;
  std::shared_mutex s;
  char behind_shared = 0;
  std::recursive_timed_mutex r;
  char behind_recursive = 0;
  std::binary_semaphore b{0};
  char behind_semaphore = 0;
  std::once_flag once;
  char behind_once = 0;
  bool ready = false;
};

int main() {
  auto all = new All;
  std::thread user([=] {
    {
      std::scoped_lock lock(all->m, all->r);
      std::shared_lock shared(all->s);
      all->ready = true;
      all->c.notify_one();
    }
    std::call_once(all->once, [] {});
    all->b.release();
  });
  all->m.behind = true;
  all->behind_condition = all->behind_shared = all->behind_recursive = 1;
  all->behind_semaphore = all->behind_once = 2;
  {
    std::unique_lock<std::mutex> lock(all->m);
    all->c.wait(lock, [=] { return all->ready; });
  }
  all->b.acquire();
  user.join();
  delete all;
}
