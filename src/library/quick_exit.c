// quick_exit and its handlers, newest first. The list is the program's own memory; who comes first to it is explored, as
// the accesses to it are atomic. What a thread did before it registered a handler happens before the handler runs, and
// nothing else is ordered.
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

typedef void (*Handler)(void);

// There is no limit but memory, as in glibc.
enum { kInBlock = 32 };
struct Block {
  _Atomic(Handler) handlers[kInBlock];
  _Atomic(struct Block*) next;
};

static atomic_uint registered;
static struct Block first;

static struct Block* block_after(struct Block* block) {
  struct Block* next = atomic_load_explicit(&block->next, memory_order_acquire);
  if (next != NULL) return next;
  struct Block* const fresh = calloc(1, sizeof *fresh);
  if (fresh == NULL || atomic_compare_exchange_strong(&block->next, &next, fresh)) return fresh;
  free(fresh);
  return next;
}

static _Atomic(Handler)* handler_at(unsigned place) {
  struct Block* block = &first;
  for (; place >= kInBlock && block != NULL; place -= kInBlock) block = block_after(block);
  return block == NULL ? NULL : &block->handlers[place];
}

int at_quick_exit(Handler handler) {
  _Atomic(Handler)* const place = handler_at(atomic_fetch_add_explicit(&registered, 1, memory_order_relaxed));
  if (place == NULL) return -1;
  atomic_store_explicit(place, handler, memory_order_release);
  return 0;
}

_Noreturn void quick_exit(int status) {
  // A handler may register another one, which runs next.
  for (;;) {
    unsigned place = atomic_load_explicit(&registered, memory_order_relaxed);
    Handler handler = NULL;
    while (place > 0 && handler == NULL) {
      _Atomic(Handler)* const registered_there = handler_at(--place);
      if (registered_there != NULL) handler = atomic_exchange_explicit(registered_there, NULL, memory_order_acq_rel);
    }
    if (handler == NULL) break;
    handler();
  }
  _Exit(status);
}
