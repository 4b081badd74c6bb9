// expect: race on heap block
// lines: 21, 29
// search: dpor optimal
//
// rcu_publication.cpp where the writer waits for the reader before it replaces the pointer: a reader that comes in
// between still gets the version that is about to be freed. (Read before the free it is a race with it, read after it
// a use after free; dpor comes to the race first.)
#include <atomic>
#include <thread>

struct Version {
  std::atomic<int> a;
};

static std::atomic<Version*> current{nullptr};
static std::atomic<int> inside{0};

static void reader() {
  inside.store(1);
  Version* version = current.load();
  version->a.load();
  inside.store(0);
}

static void update(int value) {
  while (inside.load()) {
  }
  Version* old = current.exchange(new Version{value});
  delete old;
}

int main() {
  current = new Version{0};
  std::thread thread(reader);
  update(1);
  thread.join();
  delete current.load();
}
