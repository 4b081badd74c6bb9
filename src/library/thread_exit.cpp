// What C++ puts off until a thread has ended: std::notify_all_at_thread_exit, and the results of promises and tasks
// that become ready at the exit of their thread (std::promise::set_value_at_thread_exit and friends).
//
// As in libstdc++: the things to do form a list in thread-specific storage. The destructor of the key runs after those
// of the thread_local objects, as the standard asks for; std::exit does the same for the thread that calls it.
#include <pthread.h>

#include <condition_variable>
#include <cstdlib>
#include <future>
#include <memory>
#include <mutex>

namespace {

struct Notification : std::__at_thread_exit_elt {
  std::condition_variable* condition;
  std::mutex* mutex;  // locked

  static void run(void* p) {
    std::unique_ptr<Notification> self(static_cast<Notification*>(p));
    self->mutex->unlock();
    self->condition->notify_all();
  }
};

void run_all(void* first) {
  for (auto* element = static_cast<std::__at_thread_exit_elt*>(first); element;) {
    auto* next = element->_M_next;
    element->_M_cb(element);
    element = next;
  }
}

struct Key {
  pthread_key_t key;
  Key();
};

Key& list_key() {
  static Key key;
  return key;
}

void run_at_exit() {
  void* first = pthread_getspecific(list_key().key);
  pthread_setspecific(list_key().key, nullptr);
  run_all(first);
}

Key::Key() {
  pthread_key_create(&key, run_all);
  std::atexit(run_at_exit);
}

// The newest comes first.
void at_thread_exit(std::__at_thread_exit_elt* element) {
  const pthread_key_t key = list_key().key;
  element->_M_next = static_cast<std::__at_thread_exit_elt*>(pthread_getspecific(key));
  pthread_setspecific(key, element);
}

}  // namespace

namespace std {

void notify_all_at_thread_exit(condition_variable& condition, unique_lock<mutex> lock) {
  auto* notification = new Notification;
  notification->_M_cb = &Notification::run;
  notification->condition = &condition;
  notification->mutex = lock.release();
  at_thread_exit(notification);
}

void __future_base::_State_baseV2::_Make_ready::_M_set() {
  _M_cb = &_Make_ready::_S_run;
  at_thread_exit(this);
}

void __future_base::_State_baseV2::_Make_ready::_S_run(void* p) {
  unique_ptr<_Make_ready> self(static_cast<_Make_ready*>(p));
  if (auto state = self->_M_shared_state.lock())
    state->_M_status._M_store_notify_all(_Status::__ready, memory_order_release);
}

}  // namespace std
