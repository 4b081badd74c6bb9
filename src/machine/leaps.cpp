// Indices that lead from one living object into another (instrument/leap_hooks.cpp): both ends of the way are asked for
// the object that they lie in, as the maps of usable bytes show it. Bytes that nobody may touch are left to the hook of
// the access itself, which comes next, and so is an origin that lies in no object: a pointer to before the first
// element of an array is not what C allows, but common, and does no harm.
#include "machine/leaps.h"

#include "machine/engine.h"

namespace heddle {

void Engine::leap(Address origin, const Access& access) {
  if (!in_program_memory(origin) || !in_program_memory(access.address) || !wants(BugKind::Memory)) return;
  if (leaps.in_recent(origin, access.address, leap_time(origin))) return;
  const Extent object = StorageMap::covers(origin) ? storage.extent_around(origin) : heap.extent_around(origin);
  if (object.begin == object.end) return;
  leaps.add(origin, object, leap_time(origin));
  if (object.holds(access.address) || !object.whole || first_bad_byte(access.address, 1)) return;
  const MeantObject meant{static_cast<std::int64_t>(access.address - object.begin), object.end - object.begin,
                          ~std::uint32_t{0}};
  Failure failure(BugKind::Memory, current, access.site, object.begin, describe_outside(access, meant));
  failure.object = described(object.begin);
  report(std::move(failure));
}

}  // namespace heddle
