// expect: race
// search: dpor optimal stateful
//
// io_manager.cpp where the device tests the cancel routine and clears it in two steps: the request may be completed and
// cancelled at the same time.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

enum class Outcome { kPending, kSuccess, kCancelled };

struct Irp {
  int length = 0;       // of the request
  int transferred = 0;  // by the device
  Outcome outcome = Outcome::kPending;
  std::atomic<bool> cancel{false};          // somebody asked for it
  std::atomic<bool> cancel_routine{false};  // it can be cancelled; whoever clears this finishes the request
};

class Queue {
 public:
  void push(Irp* irp) {
    const std::lock_guard lock(mutex_);
    list_.push_back(irp);
    changed_.notify_one();
  }
  // nullptr: closed, and nothing is left.
  Irp* pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !list_.empty() || closed_; });
    if (list_.empty()) return nullptr;
    Irp* const irp = list_.front();
    list_.pop_front();
    return irp;
  }
  void remove(Irp* irp) {
    const std::lock_guard lock(mutex_);
    const auto at = std::find(list_.begin(), list_.end(), irp);
    if (at != list_.end()) list_.erase(at);
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Irp*> list_;
  bool closed_ = false;
};

static Queue device, finished;
static std::atomic<Irp*> latest{nullptr};  // what a user may cancel

static void create() {
  auto* const irp = new Irp;
  irp->length = 512;
  irp->cancel_routine = true;
  latest = irp;
  device.push(irp);
  device.close();
}

static void complete() {
  while (Irp* const irp = device.pop()) {
    if (!irp->cancel_routine) continue;  // it is being cancelled
    irp->cancel_routine = false;
    irp->transferred = irp->length;
    irp->outcome = Outcome::kSuccess;
    finished.push(irp);
  }
}

static void cancel() {
  Irp* const irp = latest;
  if (!irp) return;
  irp->cancel = true;
  if (!irp->cancel_routine.exchange(false)) return;  // too late
  device.remove(irp);
  irp->outcome = Outcome::kCancelled;
  finished.push(irp);
}

static void post_process() {
  int count = 0;
  for (; Irp* const irp = finished.pop(); count++) {
    assert(irp->outcome != Outcome::kPending && !irp->cancel_routine);
    if (irp->outcome == Outcome::kCancelled)
      assert(irp->cancel && irp->transferred == 0);
    else
      assert(irp->transferred == irp->length);
  }
  assert(count == 1);
}

int main() {
  std::thread creator(create), completer(complete), canceller(cancel), post_processor(post_process);
  creator.join();
  completer.join();
  canceller.join();
  finished.close();
  post_processor.join();
  delete latest;
}
