// expect: verified
//
// A call of set_new_handler synchronises with the next one, and with get_new_handler ([handler.functions]).
#include <cassert>
#include <new>
#include <thread>

int written = 0;
void mine() {}

int main() {
  std::thread other([] {
    written = 1;
    std::set_new_handler(mine);
  });
  if (std::get_new_handler() == mine) assert(written == 1);
  other.join();
}
