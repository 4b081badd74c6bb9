// expect: verified
// flags: -std=c++17
//
// Exceptions end what they leave and nothing else: locals of those who catch, at every level, of destructors that run
// meanwhile, of blocks that share their place with others; frames that come to lie where others were left.
#include <cassert>
#include <functional>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static int* published;
static volatile int deep = 3;

static inline void leaves(int& counter, int n) {
  int mine = n;
  published = &mine;
  if (n == 0) throw std::runtime_error("at the end");
  ++*published;
  ++counter;
}

static int recursive(int* outer, int n) {
  int mine = n + *outer;
  published = &mine;
  try {
    if (n == 0) throw n;
    recursive(&mine, n - 1);
  } catch (int level) {
    *published = 7;  // of the innermost that is still there
    published = outer;
    ++mine;
    throw level + mine - mine;
  }
  return mine;
}

struct Counts {
  explicit Counts(int& n) : total(&n) {}
  ~Counts() {
    int local = 1;
    published = &local;
    *total += *published;
  }
  int* total;
};

static void blocks(int& counter) {
  {
    int first[4] = {1, 2, 3, 4};
    published = first;
    counter += published[3];
  }
  int second[4] = {5, 6, 7, 8};
  published = second;
  try {
    leaves(counter, 1);
    published = second;
    leaves(counter, 0);
  } catch (const std::exception& e) {
    counter += static_cast<int>(std::string(e.what()).size());
  }
  published = second;
  counter += published[3];
}

static void through_libraries(int& counter) {
  std::function<void(int)> function = [&](int n) {
    int local = n;
    published = &local;
    std::vector<int> some(3);
    counter += some.at(static_cast<std::size_t>(*published));
  };
  for (int i = 0; i < 5; i++) {
    try {
      Counts counts(counter);
      function(i);
    } catch (const std::out_of_range&) {
      int handler = 1;
      published = &handler;
      counter += *published;
    }
  }
}

static int handed_over() {
  std::packaged_task<int()> task([] {
    int local = 3;
    published = &local;
    if (deep) throw *published;
    return 0;
  });
  std::future<int> result = task.get_future();
  task();
  try {
    return result.get();
  } catch (int n) {
    return n;
  }
}

int main() {
  int counter = 0;
  for (int i = 0; i < 3; i++) blocks(counter);
  int top = 1;
  try {
    recursive(&top, deep);
  } catch (int) {
    assert(published == &top && top == 1);
  }
  through_libraries(counter);
  assert(handed_over() == 3);
  std::thread other([] {
    int mine = 0;
    try {
      leaves(mine, 0);
    } catch (const std::exception&) {
    }
  });
  other.join();
  assert(counter > 0);
}
