// expect: verified
//
// operator new that finds no memory calls the handler until it throws; the nothrow form gives a null pointer for bad_alloc.
#include <cassert>
#include <cstdint>
#include <new>
#include <thread>

int calls = 0;

int main() {
  assert(std::get_new_handler() == nullptr);
  void (*handler)() = [] {
    if (++calls == 2) throw std::bad_alloc();
  };
  assert(std::set_new_handler(handler) == nullptr);
  assert(std::get_new_handler() == handler);
  std::size_t much = SIZE_MAX / 2 - 64;
  assert(::operator new(much, std::nothrow) == nullptr);
  assert(calls == 2);
  assert(std::set_new_handler(nullptr) == handler);
  std::thread([] { assert(std::get_new_handler() == nullptr); }).join();
}
