// expect: verified
// flags: -std=c++20
// search: dpor optimal
//
// Constructors initialise, wherever the object lies: placement new, containers, optionals, shared and thread-local ones.
#include <condition_variable>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <thread>
#include <vector>

struct All {
  std::mutex m;
  std::shared_mutex s;
  std::recursive_mutex r;
  std::timed_mutex t;
  std::condition_variable c;
  std::condition_variable_any a;
};
static void use(All &all) {
  { std::scoped_lock lock(all.m, all.r); }
  { std::shared_lock lock(all.s); }
  all.t.lock();
  all.t.unlock();
  all.c.notify_all();
  all.a.notify_one();
}
template <class... Arguments>
static void place(void *where, Arguments... arguments) {
  All *const all = new (where) All(arguments...);
  use(*all);
  all->~All();
}

alignas(All) static char buffer[sizeof(All)];

int main() {
  { All all; use(all); }
  use(*std::make_unique<All>());
  use(*std::make_shared<All>());
  use(std::vector<All>(2)[1]);
  std::optional<All> maybe;
  use(maybe.emplace());
  maybe.reset();
  use(maybe.emplace());
  use(std::list<All>().emplace_back());
  use(std::map<int, All>()[3]);
  place(buffer);
  place(buffer);
  alignas(All) char local[sizeof(All)];
  place(local);
  static All once;
  use(once);
  thread_local All own;
  use(own);
  std::pmr::synchronized_pool_resource pool;
  pool.deallocate(pool.allocate(10), 10);
  std::promise<int> promise;
  std::thread other([&] {
    thread_local All another;
    use(another);
    promise.set_value(3);
  });
  promise.get_future().get();
  other.join();
}
