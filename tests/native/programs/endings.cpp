// How threads and programs end: thread_local objects, function statics, exit handlers, exit while others still run.
#include <atomic>
#include <mutex>
#include <thread>

#include "seeded_threads.h"

namespace {

std::atomic<int> phase{0}, order{0};
std::mutex m;
int plain;

struct Local {
  int id;
  explicit Local(int i) : id(i) { dawdle(3); }
  ~Local() { order = order * 10 + id; }
};
int use_local(int id) {
  thread_local Local local(id);
  return local.id;
}
struct Static {
  int who;
  explicit Static(int w) : who(w) { dawdle(3); }
};
int use_static(int who) {
  static Static s(who);
  return s.who;
}
void at_exit() { phase += 10; }

}  // namespace

int main(int argc, char** argv) {
  start(argc, argv);
  const unsigned what = below(6), variant = below(3);
  int a = -9, b = -9;
  switch (what) {
    case 0: {  // destructors of thread_local objects run before join returns
      std::thread t([&] { dawdle(1), a = use_local(1), dawdle(1); });
      std::thread u([&] { dawdle(2), b = use_local(2); });
      t.join(), u.join();
      printf("%d %d order %d\n", a, b, order.load());
      return 0;
    }
    case 1: {  // one of them makes the static
      std::thread t([&] { dawdle(1), a = use_static(1); });
      dawdle(0);
      b = use_static(2);
      t.join();
      printf("%d %d\n", a, b);
      return 0;
    }
    case 2: {  // the program ends while a thread still runs
      std::thread([] {
        dawdle(1);
        phase = 1;
        dawdle(1);
        phase = 2;
      }).detach();
      dawdle(0);
      if (variant == 0) printf("%d\n", phase.load());
      fflush(stdout);
      if (variant == 1) exit(0);
      if (variant == 2) _exit(0);
      return 0;
    }
    case 3: {  // somebody else ends the program
      std::thread t([&] {
        dawdle(1);
        if (phase.exchange(1) == 0) {
          printf("thread\n");
          fflush(stdout);
          exit(0);
        }
      });
      dawdle(0);
      const int before = phase.exchange(2);
      if (before == 0) {
        t.join();
        printf("main\n");
        return 0;
      }
      t.join();  // never
      return 1;
    }
    case 4: {  // a detached thread and a variable that a mutex protects, or does not
      std::thread([&] {
        dawdle(1);
        if (variant != 0) m.lock();
        plain = 1;
        if (variant != 0) m.unlock();
      }).detach();
      dawdle(0);
      m.lock();
      a = plain;
      m.unlock();
      printf("%d\n", a);
      fflush(stdout);
      _exit(0);
    }
    default: {  // a handler sees what was done before
      atexit(at_exit);
      std::thread t([] { dawdle(1), ++phase; });
      dawdle(0);
      if (variant == 0) t.join();
      else t.detach();
      printf("%d\n", phase.load());
      fflush(stdout);
      exit(0);
    }
  }
}
