// Keys of thread-specific data. The table of keys is state of the process, so creating and deleting one is a step of its
// own (state.cpp); what a thread keeps under a key is its own business. Destructors: lifetime.cpp.
#include <errno.h>
#include <pthread.h>

#include "machine/announce.h"

using namespace heddle;

extern "C" {
int rt_pthread_key_create(pthread_key_t* out, void (*destructor)(void*)) {
  Call call;
  comes_to(State::Keys, call.site(), MemoryOrder::Relaxed);
  if (engine->key_count == 1024) return EAGAIN;
  engine->keys.grow_to(engine->key_count + 1);
  engine->journal.remember(engine->keys[engine->key_count]);
  engine->journal.remember(engine->key_count);
  // What it will be given nobody knows yet: something of the program.
  if (destructor) destructor = engine->callee(destructor, out);
  engine->keys[engine->key_count] = {true, destructor};
  announce<"pthread_key_create">(call, out);
  *out = engine->key_count++;
  return 0;
}
int rt_pthread_key_delete(pthread_key_t key) {
  Call call;
  comes_to(State::Keys, call.site(), MemoryOrder::Relaxed);
  if (key >= engine->key_count || !engine->keys[key].used) return EINVAL;
  engine->journal.remember(engine->keys[key]);
  engine->keys[key].used = false;
  return 0;
}
void* rt_pthread_getspecific(pthread_key_t key) {
  Call call;
  call.changes_nothing();
  return key < engine->key_count ? engine->key_value(engine->current, key) : nullptr;
}
int rt_pthread_setspecific(pthread_key_t key, const void* value) {
  Call call;
  if (key >= engine->key_count || !engine->keys[key].used) return EINVAL;
  void*& slot = engine->key_value(engine->current, key);
  engine->journal.remember(slot);
  slot = const_cast<void*>(value);
  return 0;
}
}
