// The names of threads (pthread_setname_np). A thread that asks for its own name gets what it set. A name given or
// asked for by another thread would depend on who comes first, which is not explored: it is said when it could matter.
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "machine/announce.h"

using namespace heddle;

namespace {

ThreadRecord* record_of(const Call& call, pthread_t handle) {
  must_be_thread(call, handle);
  return &engine->threads[thread_with(handle).index()];
}

}  // namespace

extern "C" {

int rt_pthread_setname_np(pthread_t thread, const char* name) {
  Call call;
  announce<"pthread_setname_np">(call, thread, name);
  ThreadRecord* record = record_of(call, thread);
  if (strlen(name) >= sizeof record->name) return ERANGE;
  engine->journal.remember(record->name);
  engine->journal.remember(record->named);
  engine->journal.remember(record->named_by_other);
  strcpy(record->name, name);
  record->named = true;
  record->named_by_other |= record != &engine->self();
  return 0;
}

int rt_pthread_getname_np(pthread_t thread, char* out, std::size_t room) {
  Call call;
  ThreadRecord* record = record_of(call, thread);
  if (record != &engine->self() || record->named_by_other)
    engine->limit("pthread_getname_np: when another thread sets or asks for a name is not explored");
  char name[sizeof record->name];
  strcpy(name, record->name);
  if (!record->named) {  // the program's, as the kernel cuts it off
    const std::string& path = engine->options.program_name;
    const std::size_t slash = path.rfind('/');
    strncat(name, path.c_str() + (slash == std::string::npos ? 0 : slash + 1), sizeof name - 1);
  }
  const std::size_t size = strlen(name) + 1;
  if (room < size) return ERANGE;
  writes(out, size, call.site());
  memcpy(out, name, size);
  return 0;
}
}
