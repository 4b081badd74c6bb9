// A payload on the heap goes from one thread to another by a channel: which payload, which channel, and who touches the
// payload afterwards, is chosen. Some choices are races.
#include <barrier>
#include <chrono>
#include <condition_variable>
#include <future>
#include <latch>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <thread>

#include "seeded_threads.h"

namespace {

struct Payload {
  int value = 0;
  std::string text;
};

unsigned channel, after;
bool frees, timed;
Payload* parcel;
std::atomic<Payload*> slot{nullptr};
std::mutex m;
std::condition_variable cv;
bool ready;
std::binary_semaphore semaphore{0};
std::latch latch{1};
std::barrier barrier{2};
std::promise<Payload*> promise;
std::once_flag once;
int got = -1;

void give(Payload* p) {
  switch (channel) {
    case 0: {
      std::lock_guard lock(m);
      parcel = p;
      break;
    }
    case 1: {
      std::lock_guard lock(m);
      parcel = p, ready = true;
      cv.notify_one();
      break;
    }
    case 2: slot.store(p, std::memory_order_release); break;
    case 3: slot.store(p, std::memory_order_relaxed); break;
    case 4: parcel = p, semaphore.release(); break;
    case 5: parcel = p, latch.count_down(); break;
    case 6: parcel = p, barrier.arrive_and_wait(); break;
    case 7: promise.set_value(p); break;
    case 8: std::call_once(once, [&] { parcel = p; }); break;
    case 9: slot.exchange(p, std::memory_order_acq_rel); break;
  }
}

Payload* take(std::future<Payload*>& future) {
  switch (channel) {
    case 0: {
      std::lock_guard lock(m);
      return parcel;
    }
    case 1: {
      std::unique_lock lock(m);
      if (timed)
        cv.wait_for(lock, std::chrono::microseconds(200), [] { return ready; });
      else
        cv.wait(lock, [] { return ready; });
      return parcel;
    }
    case 2: return slot.load(std::memory_order_acquire);
    case 3: return slot.load(std::memory_order_relaxed);
    case 4:
      if (timed) return semaphore.try_acquire() ? parcel : nullptr;
      semaphore.acquire();
      return parcel;
    case 5:
      if (timed) return latch.try_wait() ? parcel : nullptr;
      latch.wait();
      return parcel;
    case 6: barrier.arrive_and_wait(); return parcel;
    case 7:
      if (timed && future.wait_for(std::chrono::microseconds(200)) == std::future_status::timeout) return nullptr;
      return future.get();
    case 8: std::call_once(once, [] { parcel = nullptr; }); return parcel;
    default: return slot.exchange(nullptr, std::memory_order_acq_rel);
  }
}

}  // namespace

int main(int argc, char** argv) {
  start(argc, argv);
  channel = below(10), after = below(4), timed = below(2), frees = below(2);
  int last = -1;
  {
    std::future<Payload*> future = promise.get_future();
    Payload* p = new Payload;
    std::thread giver([&] {
      dawdle(1);
      p->value = 1, p->text = "given and longer than the small buffer";
      dawdle(1);
      give(p);
      dawdle(1);
      if (after == 0) p->value = 2;  // too late
      if (after == 1 && channel == 0) {
        std::lock_guard lock(m);
        p->value = 3;
      }
    });
    std::thread taker([&] {
      dawdle(2);
      Payload* q = take(future);
      dawdle(2);
      if (q == nullptr) return;
      got = q->value + static_cast<int>(q->text.size());
      if (after == 2) q->value = 5;
    });
    giver.join();
    dawdle(0);
    if (after == 3 && frees) last = p->value;
    taker.join();
    last += p->value;
    delete p;
  }
  printf("%d %d\n", got, last);
  return 0;
}
