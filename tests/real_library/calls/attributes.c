// Attributes of threads and of their objects: what can be set, what is read back, errors.
#include "seeded.h"
#include <limits.h>
#include <pthread.h>
#include <sched.h>

static int value(void) { return PICK(((int[]){0, 1, 2, 3, -1, 100})); }

#define TRY(kind, object, what)                                                \
  case __COUNTER__: {                                                          \
    int v = value(), got = -7, r = pthread_##kind##_set##what(&object, v);     \
    int s = pthread_##kind##_get##what(&object, &got);                         \
    printf(#kind " " #what " set %d: %d, get %d: %d\n", v, r, s, got);         \
  } break;

int main(int argc, char** argv) {
  seed_from(argc, argv);
  pthread_attr_t attr;
  pthread_mutexattr_t mutexattr;
  pthread_condattr_t condattr;
  pthread_rwlockattr_t rwlockattr;
  pthread_barrierattr_t barrierattr;
  printf("%d %d %d %d %d\n", pthread_attr_init(&attr), pthread_mutexattr_init(&mutexattr), pthread_condattr_init(&condattr),
         pthread_rwlockattr_init(&rwlockattr), pthread_barrierattr_init(&barrierattr));
  for (int i = 0; i < 40; ++i) switch (below(16)) {
      TRY(attr, attr, detachstate) TRY(attr, attr, inheritsched) TRY(attr, attr, schedpolicy) TRY(attr, attr, scope)
      TRY(mutexattr, mutexattr, type) TRY(mutexattr, mutexattr, pshared) TRY(mutexattr, mutexattr, protocol)
      TRY(mutexattr, mutexattr, robust) TRY(condattr, condattr, pshared) TRY(condattr, condattr, clock)
      TRY(rwlockattr, rwlockattr, pshared) TRY(rwlockattr, rwlockattr, kind_np) TRY(barrierattr, barrierattr, pshared)
      case __COUNTER__: {
        size_t v = PICK(((size_t[]){0, 1, 1000, 4096, 16384, 65536, 100000, 1 << 20})), got = 7;
        int r = pthread_attr_setstacksize(&attr, v);
        pthread_attr_getstacksize(&attr, &got);
        printf("stacksize set %zu: %d%s\n", v, r, r == 0 && got != v ? " differs" : "");
      } break;
      case __COUNTER__: {
        size_t v = PICK(((size_t[]){0, 1, 1000, 4096, 16384})), got = 7;
        int r = pthread_attr_setguardsize(&attr, v), s = pthread_attr_getguardsize(&attr, &got);
        printf("guardsize set %zu: %d, get %d: %zu\n", v, r, s, got);
      } break;
    }
  printf("%d %d %d %d %d\n", pthread_attr_destroy(&attr), pthread_mutexattr_destroy(&mutexattr), pthread_condattr_destroy(&condattr),
         pthread_rwlockattr_destroy(&rwlockattr), pthread_barrierattr_destroy(&barrierattr));
  return 0;
}
