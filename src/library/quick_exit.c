// quick_exit and its handlers, newest first. The list is the program's own memory; who comes first to it is explored, as
// the accesses to it are atomic. What a thread did before it registered a handler happens before the handler runs, and
// nothing else is ordered.
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

enum { kMost = 256 };  // glibc has no limit but memory; 32 are promised

typedef void (*Handler)(void);

static atomic_uint registered;
static _Atomic(Handler) handlers[kMost];

int at_quick_exit(Handler handler) {
  const unsigned place = atomic_fetch_add_explicit(&registered, 1, memory_order_relaxed);
  if (place >= kMost) return -1;
  atomic_store_explicit(&handlers[place], handler, memory_order_release);
  return 0;
}

_Noreturn void quick_exit(int status) {
  // A handler may register another one, which runs next.
  for (;;) {
    unsigned place = atomic_load_explicit(&registered, memory_order_relaxed);
    Handler handler = NULL;
    if (place > kMost) place = kMost;
    while (place > 0 && handler == NULL)
      handler = atomic_exchange_explicit(&handlers[--place], NULL, memory_order_acq_rel);
    if (handler == NULL) break;
    handler();
  }
  _Exit(status);
}
