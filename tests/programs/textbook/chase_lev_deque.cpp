// expect: verified
// exit: 0
//
// The work-stealing deque of Chase and Lev, all sequentially consistent: the owner works at the bottom, thieves at the
// top, and the last element goes to whoever moves the top.
#include <atomic>
#include <thread>

constexpr int kRoom = 4;
static std::atomic<long> top{0}, bottom{0};
static std::atomic<int> items[kRoom];

static void push(int item) {
  long b = bottom.load();
  items[b % kRoom].store(item);
  bottom.store(b + 1);
}

static int take() {
  long b = bottom.load() - 1;
  bottom.store(b);
  long t = top.load();
  if (b < t) {
    bottom.store(t);
    return 0;
  }
  int item = items[b % kRoom].load();
  if (b > t) return item;
  if (!top.compare_exchange_strong(t, t + 1)) item = 0;
  bottom.store(b + 1);
  return item;
}

static int steal() {
  long t = top.load();
  long b = bottom.load();
  if (t >= b) return 0;
  int item = items[t % kRoom].load();
  return top.compare_exchange_strong(t, t + 1) ? item : 0;
}

int main() {
  int stolen = 0;
  push(1);
  push(2);
  std::thread thief([&] { stolen = steal() + steal(); });
  int taken = take();
  taken += take();
  thief.join();
  return stolen + taken - 3;
}
