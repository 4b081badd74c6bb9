// expect: verified
// flags: -std=c++17
//
// Allocations that are given back as they came: each pair of forms, allocators (which take arrays from operator new), virtual
// destructors, constructors that throw, functions of the C library that allocate, memory that the C++ library has allocated.
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

struct alignas(64) Line {
  char bytes[64];
  ~Line() { bytes[0] = 0; }
};
struct Base {
  virtual ~Base() = default;
};
struct Derived : Base {
  int y[5];
};
struct Throws {
  Throws() { throw std::runtime_error("no"); }
  int x[4];
};
struct WithOwn {  // operators of a class
  static void* operator new(std::size_t n) { return std::malloc(n); }
  static void operator delete(void* p) { std::free(p); }
  int x;
};
struct Forward;
Forward* volatile forward;
struct Forward {
  int x[7];
};

template <class T>
void single() {
  T* volatile p = new T;
  delete p;
  p = new (std::nothrow) T;
  delete p;
  T* volatile q = new T[3];
  delete[] q;
  q = new (std::nothrow) T[3];
  delete[] q;
}

int main() {
  single<int>();
  single<Line>();
  single<std::string>();
  Base* volatile b = new Derived;
  delete b;
  for (int i = 0; i < 2; i++) try {
      i == 0 ? delete new Throws : delete[] new Throws[2];
    } catch (const std::runtime_error&) {
    }
  WithOwn* volatile own = new WithOwn;
  delete own;
  forward = new Forward;
  ::operator delete(forward);  // without a size
  std::allocator<int> ints;
  ints.deallocate(ints.allocate(5), 5);
  ints.deallocate(ints.allocate(0), 0);
  std::allocator<Line> lines;
  lines.deallocate(lines.allocate(2), 2);
  std::vector<Line> v(3);
  v.resize(9);
  std::map<int, std::string> m{{1, std::string(40, 'x')}};
  auto shared = std::make_shared<Derived>();
  std::shared_ptr<Base> other(new Derived), array(new Base[2], std::default_delete<Base[]>());
  std::unique_ptr<int[]> u(new int[4]);
  std::function<int()> f = [v, m] { return static_cast<int>(v.size()); };
  std::string text(3, 'a');
  text.append(std::string(100, 'b')).replace(1, 2, "cde");
  std::string moved = std::to_string(f()) + text;
  char* copy = strdup(moved.c_str());
  std::free(copy);
  void* aligned = nullptr;
  if (posix_memalign(&aligned, 64, 10) == 0) std::free(aligned);
  std::free(std::realloc(std::calloc(2, 4), 100));
}
