// expect: verified
// Pointers to locals that are used while these live: in loops, after a jump back, through a choice, through a structure, a
// temporary bound to a reference, the last element.
#include <algorithm>
#include <cassert>
#include <thread>

static int walk(int rounds) {
  int sum = 0, *last = nullptr;
  for (int i = 0; i < rounds; i++) {
    int cell = i;
    last = &cell;
    sum += *last;
  }
again:
  int once = sum;
  int *p = &once;
  if (*p < 100) {
    sum += 50;
    goto again;
  }
  return *p;
}

struct View {
  const int *begin, *end;
};

static int total(View view) {
  int sum = 0;
  for (const int *p = view.begin; p != view.end; ++p) sum += *p;
  return sum;
}

int main() {
  std::thread t([] {
    assert(walk(4) == 106);
    int left[2] = {1, 2}, right[4] = {3, 4, 5, 6};
    for (int i = 0; i < 2; i++) {
      int *p = i ? left : right;
      p[1] += 1;
      assert(total(i ? View{left, left + 2} : View{right, right + 4}) == (i ? 4 : 19));
    }
    const int &larger = std::max(left[1], right[3]);
    const int &own = 5 + left[0];
    assert(larger == 6 && own == 6 && std::max(3, 4) == 4);
  });
  t.join();
}
