// expect: verified
// flags: -std=c++20
//
// Memory that is written through a pointer, by a library function, member by member or not at all, and never read before.
#include <cassert>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <thread>
#include <utility>

struct Padded {
  char tag;
  int number;
};

union Bits {
  float real;
  unsigned whole;
};

static void fill(int* p) { *p = 4; }
static bool maybe(bool yes, int& out) {
  if (yes) out = 1;
  return yes;
}

template <class T>
class Slot {
 public:
  void put(T value) { new (bytes_) T(value), full_ = true; }
  T take() { return *std::launder(reinterpret_cast<T*>(bytes_)); }
  bool full() const { return full_; }

 private:
  alignas(T) unsigned char bytes_[sizeof(T)];
  bool full_ = false;
};

int main() {
  int a, b, c, self = self;
  (void)self;
  fill(&a);
  assert(a == 4);
  assert(std::sscanf("17", "%d", &b) == 1 && b == 17);
  if (maybe(false, c)) assert(c == 1);
  if (maybe(true, c)) assert(c == 1);

  Padded one{'a', 1}, two;
  two = one;
  assert(two.number == 1);
  Padded three;
  std::memcpy(&three, &one, sizeof one);
  assert(three.tag == 'a');

  Bits bits;
  bits.real = 1.0f;
  assert(bits.whole == 0x3f800000);

  std::optional<int> none, some = 3;
  std::optional<int> copy = none;
  copy = some;
  assert(*copy == 3 && !none);

  Slot<int> slot, spare;
  spare = slot;  // copies bytes without a value
  slot.put(7);
  spare = slot;
  assert(spare.full() && spare.take() == 7);

  unsigned char raw;
  unsigned char raw_copy = raw;
  (void)raw_copy;

  int result;
  std::thread t([&result] { result = 5; });
  t.join();
  assert(result == 5);
  std::pair<int, int> pair;
  assert(pair.first == 0 && pair.second == 0);
  int array[3] = {1};
  assert(array[2] == 0);
  return 0;
}
