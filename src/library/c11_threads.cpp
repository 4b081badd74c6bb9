// The threads of C11 on top of POSIX threads, which the machine models. glibc does the same: its types have the layout
// of the POSIX ones.
#include <errno.h>
#include <pthread.h>
#include <threads.h>

namespace {

template <class T>
pthread_mutex_t* mutex(T* m) {
  return reinterpret_cast<pthread_mutex_t*>(m);
}
template <class T>
pthread_cond_t* condition(T* c) {
  return reinterpret_cast<pthread_cond_t*>(c);
}

int result(int error) noexcept {
  switch (error) {
    case 0:
      return thrd_success;
    case EBUSY:
      return thrd_busy;
    case ETIMEDOUT:
      return thrd_timedout;
    case ENOMEM:
    case EAGAIN:
      return thrd_nomem;
    default:
      return thrd_error;
  }
}

}  // namespace

extern "C" {

int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
  // An int comes back in the low half of the register that holds a pointer.
  return result(
      pthread_create(thread, nullptr, reinterpret_cast<void* (*)(void*)>(reinterpret_cast<void*>(start)), argument));
}
int thrd_join(thrd_t thread, int* value) {
  void* answer;
  const int error = pthread_join(thread, &answer);
  if (error == 0 && value) *value = static_cast<int>(reinterpret_cast<long>(answer));
  return result(error);
}
int thrd_detach(thrd_t thread) { return result(pthread_detach(thread)); }
void thrd_exit(int value) { pthread_exit(reinterpret_cast<void*>(static_cast<long>(value))); }
thrd_t thrd_current() { return pthread_self(); }
int thrd_equal(thrd_t a, thrd_t b) { return pthread_equal(a, b); }
void thrd_yield() { sched_yield(); }
int thrd_sleep(const struct timespec* time, struct timespec* rest) {
  return nanosleep(time, rest) == 0 ? 0 : errno == EINTR ? -1 : -2;
}

int mtx_init(mtx_t* m, int type) {
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  pthread_mutexattr_settype(&attribute, (type & mtx_recursive) ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
  return result(pthread_mutex_init(mutex(m), &attribute));
}
int mtx_lock(mtx_t* m) { return result(pthread_mutex_lock(mutex(m))); }
int mtx_trylock(mtx_t* m) { return result(pthread_mutex_trylock(mutex(m))); }
int mtx_timedlock(mtx_t* m, const struct timespec* until) { return result(pthread_mutex_timedlock(mutex(m), until)); }
int mtx_unlock(mtx_t* m) { return result(pthread_mutex_unlock(mutex(m))); }
void mtx_destroy(mtx_t* m) { pthread_mutex_destroy(mutex(m)); }

int cnd_init(cnd_t* c) { return result(pthread_cond_init(condition(c), nullptr)); }
int cnd_signal(cnd_t* c) { return result(pthread_cond_signal(condition(c))); }
int cnd_broadcast(cnd_t* c) { return result(pthread_cond_broadcast(condition(c))); }
int cnd_wait(cnd_t* c, mtx_t* m) { return result(pthread_cond_wait(condition(c), mutex(m))); }
int cnd_timedwait(cnd_t* c, mtx_t* m, const struct timespec* until) {
  return result(pthread_cond_timedwait(condition(c), mutex(m), until));
}
void cnd_destroy(cnd_t* c) { pthread_cond_destroy(condition(c)); }

int tss_create(tss_t* key, tss_dtor_t destructor) { return result(pthread_key_create(key, destructor)); }
void* tss_get(tss_t key) { return pthread_getspecific(key); }
int tss_set(tss_t key, void* value) { return result(pthread_setspecific(key, value)); }
void tss_delete(tss_t key) { pthread_key_delete(key); }

void call_once(once_flag* flag, void (*function)()) { pthread_once(reinterpret_cast<pthread_once_t*>(flag), function); }
}
