// expect: deadlock
// flags: -std=c++20
//
// bounded_queue_semaphores.cpp with the mutex taken before the semaphore: who waits for a slot keeps everybody out.
#include <mutex>
#include <semaphore>
#include <thread>

constexpr int kRoom = 1, kItems = 2;
static std::counting_semaphore<kRoom> free_slots{kRoom}, used_slots{0};
static std::mutex m;
static int slots[kRoom], in, out;

static void put(int item) {
  std::lock_guard lock(m);
  free_slots.acquire();
  slots[in++ % kRoom] = item;
  used_slots.release();
}

static int take() {
  std::lock_guard lock(m);
  used_slots.acquire();
  int item = slots[out++ % kRoom];
  free_slots.release();
  return item;
}

int main() {
  std::thread producer([] {
    for (int i = 1; i <= kItems; i++) put(i);
  });
  for (int i = 1; i <= kItems; i++) take();
  producer.join();
}
