// primitive: std::atomic of more than 16 bytes
// expect: verified
//
// Too large for an instruction: libatomic takes a lock around each access.
#include <atomic>
#include <thread>

struct Large {
  long part[4];
};
static std::atomic<Large> large;

int main() {
  std::thread other([] { large.store(Large{{1, 1, 1, 1}}); });
  const Large seen = large;
  other.join();
  return seen.part[0] != seen.part[3];
}
