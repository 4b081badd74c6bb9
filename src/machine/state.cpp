// State of the process that models keep: models.h. It is an object that is entered and left like a pthread_once whose
// function threw, so that the next one may enter too: in between no other thread runs, and nobody ever blocks. That is for
// the search; happens-before is what the order says.
#include "machine/models.h"

namespace heddle {

static Address object_of(State state) { return kStateObject + 8 * static_cast<Address>(state); }

void comes_to(State state, SiteId site, MemoryOrder memory_order) {
  if (engine->alone()) return;
  Operation op;
  op.kind = OperationKind::OnceEnter;
  op.site = site;
  op.object = object_of(state);
  op.id = engine->world.object_at(op.object);
  engine->visible(op);
  op.kind = OperationKind::OnceAbandon;
  engine->immediate(op);
  const ThreadId t = engine->current;
  if (acquires(memory_order)) engine->order(t, Edge{EdgeKind::Acquire, memory_order, op.id});
  if (releases(memory_order)) engine->order(t, Edge{EdgeKind::Release, memory_order, op.id});
}

}  // namespace heddle
