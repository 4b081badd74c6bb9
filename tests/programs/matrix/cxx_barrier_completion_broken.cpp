// primitive: std::barrier with a completion function
// expect: race on sum
// lines: 13, 21
// flags: -std=c++20
//
// arrive does not wait: the function may run while the thread reads.
#include <barrier>
#include <thread>

static int sum;

struct Add {
  void operator()() noexcept { sum++; }
};

static std::barrier<Add> phase(2);

int main() {
  std::thread other([] { (void)phase.arrive(); });
  (void)phase.arrive();
  const int seen = sum;
  other.join();
  return seen > 1;
}
