// The changes of a reference count that are no scheduling points: library/references.h, which has the reason.
#include "machine/models.h"
#include "machine/runtime.h"
#include "model/hooks.h"

using namespace heddle;

namespace {

struct References {  // of library/references.h
  std::int32_t count, shared;
};

}  // namespace

extern "C" void rt_count_references(References* references, std::int32_t change, std::int32_t one) {
  Call call;
  if (references->count + change > one) references->shared = 1;
  if (engine->options.visible == Visibility::All)
    heddle_atomic_rmw(&references->count, static_cast<std::uint32_t>(change), sizeof references->count,
                      static_cast<std::uint32_t>(RmwKind::Add), static_cast<std::uint32_t>(MemoryOrder::AcquireRelease),
                      call.site().value);
  else
    engine->count(&references->count, change, call.site());
}
