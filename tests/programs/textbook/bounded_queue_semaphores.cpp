// expect: verified
// flags: -std=c++20
// search: dpor optimal
//
// The same with semaphores that count what is free and what is used, and a mutex for the slots.
#include <cassert>
#include <mutex>
#include <semaphore>
#include <thread>

constexpr int kRoom = 1, kItems = 2;
static std::counting_semaphore<kRoom> free_slots{kRoom}, used_slots{0};
static std::mutex m;
static int slots[kRoom], in, out;

static void put(int item) {
  free_slots.acquire();
  {
    std::lock_guard lock(m);
    slots[in++ % kRoom] = item;
  }
  used_slots.release();
}

static int take() {
  used_slots.acquire();
  int item;
  {
    std::lock_guard lock(m);
    item = slots[out++ % kRoom];
  }
  free_slots.release();
  return item;
}

int main() {
  std::thread producer([] {
    for (int i = 1; i <= kItems; i++) put(i);
  });
  for (int i = 1; i <= kItems; i++) assert(take() == i);
  producer.join();
}
