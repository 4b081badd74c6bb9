// expect: verified
//
// Two threads wait, one of them is cancelled, and there is one signal: it must not be lost with the thread that is
// cancelled, or the other one would wait for ever.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int tickets;

static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void* take_one(void* unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  while (tickets == 0) pthread_cond_wait(&changed, &m);
  tickets--;
  pthread_cleanup_pop(1);
  return unused;
}

int main(void) {
  pthread_t kept, cancelled;
  void* result;
  pthread_create(&cancelled, 0, take_one, 0);
  pthread_create(&kept, 0, take_one, 0);
  pthread_mutex_lock(&m);
  tickets++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
  pthread_cancel(cancelled);
  pthread_join(cancelled, &result);
  if (result != PTHREAD_CANCELED) {  // it has had the ticket
    pthread_mutex_lock(&m);
    tickets++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&m);
  }
  pthread_join(kept, 0);
  return 0;
}
