// expect: verified
//
// Publication in the manner of RCU: a reader says that it is inside, the writer replaces the pointer, waits until the
// reader was seen outside, and only then frees the old version.
#include <atomic>
#include <cassert>
#include <thread>

struct Version {
  int a, b;
};

static std::atomic<Version*> current{nullptr};
static std::atomic<int> inside{0};

static void reader() {
  for (int i = 0; i < 2; i++) {
    inside.store(1);
    Version* version = current.load();
    assert(version->a == version->b);
    inside.store(0);
  }
}

static void update(int value) {
  Version* old = current.exchange(new Version{value, value});
  while (inside.load()) {
  }
  delete old;
}

int main() {
  current = new Version{0, 0};
  std::thread thread(reader);
  update(1);
  thread.join();
  delete current.load();
}
