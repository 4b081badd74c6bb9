// expect: race on heap block
// lines: 10, 23
//
// The classic mistake of a completion object on the heap: notified after the mutex was given back, when the waiter may
// have seen the flag and deleted the object. Nothing orders the notification with the end of the condition's life.
#include <condition_variable>
#include <mutex>
#include <thread>

struct Completion {
  std::mutex m;
  std::condition_variable c;
  bool done = false;
};

int main() {
  auto* completion = new Completion;
  std::thread worker([completion] {
    {
      std::lock_guard lock(completion->m);
      completion->done = true;
    }
    completion->c.notify_one();
  });
  {
    std::unique_lock lock(completion->m);
    while (!completion->done) completion->c.wait(lock);
  }
  delete completion;
  worker.join();
}
