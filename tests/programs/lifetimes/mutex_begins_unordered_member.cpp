// expect: race
//
// As mutex_begins_unordered.c, with a lock that a constructor has written.
#include <atomic>
#include <mutex>
#include <thread>

struct Shared {
  std::mutex m;
  int x = 0;
};
static std::atomic<Shared*> published;

int main() {
  std::thread t([] {
    if (Shared* s = published.load(std::memory_order_relaxed)) {
      std::lock_guard lock(s->m);
      s->x++;
    }
  });
  auto* s = new Shared;
  { std::lock_guard lock(s->m); }
  published.store(s, std::memory_order_relaxed);
  t.join();
  delete s;
}
