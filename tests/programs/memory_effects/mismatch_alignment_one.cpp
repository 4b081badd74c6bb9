// expect: verified
// flags: -std=c++17
//
// An alignment of 1 is one: memory that was asked for with it goes back with it, by every form, and through the
// memory resources that ask for the alignment of char. A new block in the place of an aligned one has none again.
#include <memory_resource>
#include <new>
#include <string>
#include <thread>
#include <vector>

struct Unaligned {
  char bytes[3];
};

static void by_name() {
  for (std::size_t align : {1, 2, 8, 64}) {
    const auto wanted = static_cast<std::align_val_t>(align);
    ::operator delete(::operator new(20, wanted), wanted);
    ::operator delete(::operator new(20, wanted), 20, wanted);
    ::operator delete[](::operator new[](20, wanted), wanted);
    ::operator delete(::operator new(20, wanted, std::nothrow), wanted, std::nothrow);
    ::operator delete(::operator new(20));
  }
}

static void by_resource() {
  std::pmr::string text("longer than what a string keeps inside of itself", std::pmr::new_delete_resource());
  std::pmr::vector<Unaligned> some(5, std::pmr::new_delete_resource());
  std::pmr::vector<double> others(5, std::pmr::new_delete_resource());
  text += text;
}

int main() {
  std::thread other(by_resource);
  by_name();
  other.join();
}
