// expect: verified
// flags: -std=c++20
// search: dpor optimal
//
// std::barrier with a completion function.
#include <barrier>
#include <thread>

static int cell[2], completed;

static void complete() noexcept { completed += cell[0] + cell[1]; }

int main() {
  std::barrier<void (*)() noexcept> meet(2, complete);
  std::thread other([&meet] {
    cell[0] = 1;
    meet.arrive_and_wait();
  });
  cell[1] = 2;
  meet.arrive_and_wait();
  int seen = completed;
  other.join();
  return seen - 3;
}
