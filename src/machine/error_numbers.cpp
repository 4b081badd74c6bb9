#include "machine/error_numbers.h"

#include <errno.h>

#include "machine/models.h"

namespace heddle {

ErrorNumber error_numbers[kThreadSlots];

int& native_errno() {
  static int* const place = &errno;  // of the one OS thread: looked up once, not at every switch
  return *place;
}

int& Engine::error_number(ThreadId t) {
  int& known = error_numbers[thread_slots.of(t)].value;
  int& fresh = t == current ? native_errno() : threads[t.index()].saved_errno;
  if (fresh == kNoNewError) return known;
  journal.remember(known);
  if (t != current) journal.remember(fresh);
  known = fresh;
  fresh = kNoNewError;
  return known;
}

int Engine::known_error_number(ThreadId t) const {
  const int fresh = on_fiber && t == current ? native_errno() : threads[t.index()].saved_errno;
  return fresh == kNoNewError ? error_numbers[thread_slots.of(t)].value : fresh;
}

void Engine::look_at_error_number(Address a) {
  const ThreadId owner = thread_slots.owner((a - reinterpret_cast<Address>(error_numbers)) / sizeof(ErrorNumber));
  if (owner.index() >= threads.size()) return;
  error_number(owner);
  if (threads[owner.index()].ended) limit("errno of a thread that has ended is used through a pointer");
}

}  // namespace heddle

using namespace heddle;

extern "C" int* rt_errno_location() {
  Call call;
  call.changes_nothing();
  return &engine->error_number(engine->current);
}
