// Keys of thread-specific data. The table of keys is state of the process, so creating and deleting one is a step of its
// own (state.cpp); what a thread keeps under a key is its own business. Destructors: lifetime.cpp.
#include <errno.h>
#include <pthread.h>

#include <optional>

#include "machine/announce.h"

using namespace heddle;

namespace {

using Destructor = void (*)(void*);

// As glibc: the lowest number that is free. What threads kept under it in its former life counts no more.
std::optional<pthread_key_t> take_key(Destructor destructor) {
  std::uint32_t key = 0;
  while (key < engine->key_count && engine->keys[key].used) key++;
  if (key == Engine::kMostKeys) return std::nullopt;
  if (key == engine->key_count) {
    engine->keys.grow_to(key + 1);
    engine->journal.remember(engine->key_count);
    engine->key_count++;
  }
  Engine::Key& taken = engine->keys[key];
  engine->journal.remember(taken);
  taken = {true, destructor, taken.life + 1};
  return key;
}

}  // namespace

extern "C" {
int rt_pthread_key_create(pthread_key_t* out, Destructor destructor) {
  Call call = Call::with(out, destructor);
  comes_to(State::Keys, call.site(), MemoryOrder::Relaxed);
  // What the destructor will be given nobody knows yet: something of the program.
  const std::optional<pthread_key_t> key = take_key(destructor ? engine->callee(destructor, out) : nullptr);
  if (!key) return EAGAIN;
  announce<"pthread_key_create">(call, out);  // from here on others may run
  *out = *key;
  return 0;
}
int rt_pthread_key_delete(pthread_key_t key) {
  Call call = Call::with(key);
  comes_to(State::Keys, call.site(), MemoryOrder::Relaxed);
  if (key >= engine->key_count || !engine->keys[key].used) return EINVAL;
  engine->journal.remember(engine->keys[key]);
  engine->keys[key].used = false;
  return 0;
}
void* rt_pthread_getspecific(pthread_key_t key) {
  Call call;
  call.changes_nothing();
  if (key >= engine->key_count || !engine->keys[key].used) return nullptr;
  const Engine::KeyValue& kept = engine->key_value(engine->current, key);
  return kept.life == engine->keys[key].life ? kept.value : nullptr;
}
int rt_pthread_setspecific(pthread_key_t key, const void* value) {
  Call call = Call::with(key, value);
  if (engine->image.deletes_keys) looks_at(State::Keys, call.site(), MemoryOrder::Relaxed);
  if (key >= engine->key_count || !engine->keys[key].used) return EINVAL;
  Engine::KeyValue& kept = engine->key_value(engine->current, key);
  engine->journal.remember(kept);
  kept = {const_cast<void*>(value), engine->keys[key].life};
  return 0;
}
}
