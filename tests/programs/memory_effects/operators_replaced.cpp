// expect: verified
// flags: -std=c++17
//
// A program with operators of its own: the library's other forms call them ([new.delete.array], [new.delete.single]).
#include <cassert>
#include <cstdlib>
#include <new>
#include <vector>

int news, deletes;
void* operator new(std::size_t n) {
  news++;
  void* p = std::malloc(n ? n : 1);
  if (!p) throw std::bad_alloc();
  return p;
}
void operator delete(void* p) noexcept {
  deletes++;
  std::free(p);
}

struct S {
  int x[4];
  ~S() { x[0] = 0; }
};
S* volatile p;

int main() {
  p = new S;
  delete p;  // the sized form
  p = new S[2];
  delete[] p;
  p = new (std::nothrow) S;
  delete p;
  p = new (std::nothrow) S[2];
  delete[] p;
  assert(news == 4 && deletes == 4);
  {
    std::vector<int> v(3);
    v.push_back(1);
  }
  assert(news == 6 && deletes == 6);
}
