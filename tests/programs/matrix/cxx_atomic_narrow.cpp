// primitive: std::atomic of 1 and 2 bytes
// expect: verified
// exit: 0
//
// Neighbours in one word are separate objects.
#include <atomic>
#include <cstdint>
#include <thread>

static struct {
  std::atomic<std::uint8_t> a;
  std::atomic<std::uint8_t> b;
  std::atomic<std::int16_t> c;
} pack;

int main() {
  std::thread other([] {
    pack.a.fetch_add(200);
    pack.c = -2;
  });
  pack.b.fetch_sub(1);
  pack.a.fetch_add(100);
  other.join();
  return pack.a == 44 && pack.b == 255 && pack.c == -2 ? 0 : 1;
}
