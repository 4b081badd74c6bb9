// expect: misuse
// lines: 14
// message: after it was destroyed
//
// Other members of its structure are written after it was destroyed: it is the same mutex all the same.
#include <pthread.h>
struct s {
  int before;
  pthread_mutex_t m;
  int after;
} s;
int main(void) {
  pthread_mutex_destroy(&s.m), s.before = s.after = 1;
  pthread_mutex_lock(&s.m);
  return 0;
}
