// expect: verified
// flags: -std=c++20
//
// operator new throws what the standard says; the handler of the program comes first.
#include <cassert>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

volatile std::size_t huge = std::size_t{1} << 40;
volatile long minus_one = -1;

template <class E, class F>
bool throws(F f) {
  try {
    f();
  } catch (const E&) {
    return true;
  }
  return false;
}

void work() {
  assert(throws<std::bad_alloc>([] { ::operator new(huge); }));
  assert(throws<std::bad_alloc>([] { new char[huge]; }));
  assert(throws<std::bad_array_new_length>([] { new int[minus_one]; }));
  assert(throws<std::bad_alloc>([] { ::operator new(huge, std::align_val_t(64)); }));
  assert(new (std::nothrow) char[huge] == nullptr);
  assert(::operator new(huge, std::nothrow) == nullptr);
  assert(throws<std::bad_alloc>([] { std::vector<char>().reserve(std::vector<char>().max_size()); }));
  assert(throws<std::length_error>([] { std::vector<int>().reserve(SIZE_MAX); }));
  assert(throws<std::bad_alloc>([] { std::string(huge, 'x'); }));
  std::vector<int> kept{1, 2};
  assert(throws<std::bad_alloc>([&] { kept.resize(huge); }) && kept.size() == 2 && kept[1] == 2);
}

int main() {
  std::thread t(work);
  t.join();
}
