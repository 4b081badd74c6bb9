// expect: verified
// search: dpor optimal stateful
//
// Elmas, Qadeer and Tasiran 2006, section 7, HaltException (from Havelund and Pressburger 2000): a producer hands items
// to a consumer through a buffer under a lock. An item belongs to the producer while it is made and to the consumer
// while it is used; ownership goes over with the buffer, the item itself is under no lock. When the producer is done
// the consumer gets a HaltException.
#include <array>
#include <cassert>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

constexpr int kItems = 4, kSlots = 2;

struct Item {
  int attribute, data;
};

struct HaltException {};

class Buffer {
 public:
  void put(std::unique_ptr<Item> item) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return used_ < kSlots; });
    slots_[put_] = std::move(item);
    put_ = (put_ + 1) % kSlots;
    if (used_++ == 0) changed_.notify_all();
  }

  std::unique_ptr<Item> get() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return used_ > 0 || halted_; });
    if (used_ == 0) throw HaltException();
    std::unique_ptr<Item> item = std::move(slots_[get_]);
    get_ = (get_ + 1) % kSlots;
    if (used_-- == kSlots) changed_.notify_all();
    assert(used_ >= 0);
    return item;
  }

  void halt() {
    std::lock_guard lock(mutex_);
    halted_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::unique_ptr<Item>, kSlots> slots_;
  int put_ = 0, get_ = 0, used_ = 0;
  bool halted_ = false;
};

static void produce(Buffer& buffer) {
  for (int i = 0; i < kItems; i++) {
    auto item = std::make_unique<Item>();
    item->attribute = i;
    item->data = i * i;
    buffer.put(std::move(item));
  }
  buffer.halt();
}

static void consume(Buffer& buffer) {
  int received = 0;
  try {
    for (;; received++) {
      const std::unique_ptr<Item> item = buffer.get();
      assert(item && item->attribute == received);  // none lost, in the order in which they were put
      item->data -= item->attribute * item->attribute;
      assert(item->data == 0);
    }
  } catch (const HaltException&) {
  }
  assert(received == kItems);
}

int main() {
  Buffer buffer;
  std::thread producer(produce, std::ref(buffer)), consumer(consume, std::ref(buffer));
  producer.join();
  consumer.join();
}
