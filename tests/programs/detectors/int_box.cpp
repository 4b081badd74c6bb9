// expect: verified
// detectors: exact
// expect(eraser): discipline
// message(eraser): no common lock protects
// expect(locking-discipline): discipline
//
// Elmas, Qadeer and Tasiran 2006, section 2: the second thread swaps two boxes under both locks, so a box that was used
// under one lock is then used under the other, without ever having been touched in between.
#include <mutex>
#include <thread>

struct IntBox {
  int x = 0;
};

static IntBox *a, *b;
static std::mutex ma, mb;

int main() {
  a = new IntBox;
  b = new IntBox;
  std::thread one([] {
    std::lock_guard guard(ma);
    a->x++;
  });
  std::thread two([] {
    std::lock_guard first(ma);
    std::lock_guard second(mb);
    IntBox *const other = a;
    a = b;
    b = other;
  });
  std::thread three([] {
    std::lock_guard guard(mb);
    b->x++;
  });
  one.join();
  two.join();
  three.join();
}
