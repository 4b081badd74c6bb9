// Shared owners: the last one destroys; weak ones see it or not; exceptions and results cross threads.
#include <atomic>
#include <future>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include "seeded_threads.h"

namespace {

std::atomic<int> alive{0};
struct Thing {
  int value = 1;
  Thing() { ++alive; }
  ~Thing() { --alive; }
};

int guarded(unsigned how, const std::shared_ptr<Thing>& p) {
  switch (how) {
    case 0: throw std::runtime_error("thrown in a thread");
    case 1: throw 5;
    case 2: throw p;
    default: return p->value;
  }
}

int received(std::future<int>& f) {
  try {
    return f.get();
  } catch (const std::future_error&) {
    return -1;
  } catch (const std::runtime_error& e) {
    return static_cast<int>(std::char_traits<char>::length(e.what()));
  } catch (int i) {
    return 100 + i;
  } catch (const std::shared_ptr<Thing>& p) {
    return 200 + p->value;
  }
}

}  // namespace

int main(int argc, char** argv) {
  start(argc, argv);
  const unsigned what = below(7), how = below(4), drop = below(3);
  int first = -9, second = -9;
  auto p = std::make_shared<Thing>();
  std::weak_ptr<Thing> w = p;
  switch (what) {
    case 0: {  // who is the last owner
      std::thread t([q = p, &first]() mutable {
        dawdle(1);
        q.reset();
        dawdle(1);
        first = alive;
      });
      dawdle(0);
      p.reset();
      dawdle(0);
      second = alive;
      t.join();
      break;
    }
    case 1: {  // a weak owner
      std::thread t([&] {
        dawdle(1);
        if (auto q = w.lock()) dawdle(1), first = q->value;
      });
      dawdle(0);
      p.reset();
      second = w.expired();
      t.join();
      break;
    }
    case 2: {  // a result or an exception
      std::promise<int> promise;
      std::future<int> future = promise.get_future();
      std::thread t([&, owned = std::move(promise)]() mutable {
        dawdle(1);
        if (drop == 0) return;  // broken, when the lambda dies
        try {
          owned.set_value(guarded(how, p));
        } catch (...) {
          owned.set_exception(std::current_exception());
        }
        dawdle(1);
      });
      dawdle(0);
      if (drop == 1) t.join();
      if (drop != 0) first = received(future);
      if (drop != 1) t.join();
      break;
    }
    case 3: {
      std::future<int> f = std::async(drop == 0 ? std::launch::deferred : std::launch::async, [&] {
        dawdle(1);
        return guarded(how, p);
      });
      dawdle(0);
      if (drop != 2) first = received(f);
      break;
    }
    case 4: {  // a task
      std::packaged_task<int()> task([&] { return guarded(how, p); });
      std::shared_future<int> f = task.get_future().share();
      std::thread t([&] {
        dawdle(1);
        try {
          first = f.get();
        } catch (...) {
          first = -2;
        }
      });
      std::thread u(std::move(task));
      dawdle(0);
      try {
        second = f.get();
      } catch (...) {
        second = -3;
      }
      t.join(), u.join();
      break;
    }
    case 5: {  // stopping
      std::atomic<int> called{0};
      std::jthread t([&](std::stop_token stop) {
        std::stop_callback callback(stop, [&] { ++called; });
        dawdle(1);
        first = stop.stop_requested();
      });
      dawdle(0);
      if (drop != 0) t.request_stop();
      second = called;
      t.join();
      second = second * 10 + called;
      break;
    }
    default: {  // copies of one pointer by two threads, one of them unprotected
      std::thread t([&] {
        dawdle(1);
        auto q = p;
        first = q->value;
      });
      dawdle(0);
      if (drop == 0) p = nullptr;  // a race with the copy
      if (drop == 1) second = static_cast<int>(p.use_count()) > 0;
      t.join();
    }
  }
  printf("%u: %d %d\n", what, first, second);
  return 0;
}
