// Writes of the program to memory that is neither its own nor a variable of a library: blocks that a compiled library
// has mapped or allocated for itself and handed out (a pool, a memory allocator of its own, a thread's local storage).
// No snapshot holds such bytes and no detector has room for them. What one execution leaves there the next one finds:
// its verdict would be about a program that nobody wrote. So the run ends at the first such write, as at a function
// that is not modelled. Reading is harmless as long as nobody writes.
//
// And calls of functions in such libraries that change variables of the library itself: those are part of snapshots.
#include <cstdio>
#include <memory>

#include "machine/engine.h"

namespace heddle {
namespace {

// A write that the processor refuses is a crash of the program, and reported as one where it happens.
bool is_writable(Address a) {
  const std::unique_ptr<FILE, int (*)(FILE*)> maps(std::fopen("/proc/self/maps", "re"), std::fclose);
  if (!maps) return false;
  char line[512], allowed[5];
  for (unsigned long begin = 0, end = 0; std::fgets(line, sizeof line, maps.get());)
    if (std::sscanf(line, "%lx-%lx %4s", &begin, &end, allowed) == 3 && a - begin < end - begin)
      return allowed[1] == 'w';
  return false;
}

}  // namespace

void Engine::write_outside(Address a, SiteId site) {
  if (a - options.lent_memory.begin < options.lent_memory.size || !is_writable(a)) return;
  const SourcePosition at = line_of_user(site);
  refuse(at.file + ":" + std::to_string(at.line) +
         ": write to memory that belongs to no variable and no allocation of the program (of a library that was not "
         "built with heddle cc?): it cannot be brought back for another execution");
}

void Engine::outside_call(const UncontrolledCall& call) {
  look_at_library_variables();
  external_call = latest_outside_call = &call;
}

// Snapshots hold these variables, but who of two threads changes them first is not explored, and whether that is a race
// nobody sees.
void Engine::look_at_library_variables() {
  if (latest_outside_call == nullptr) return;
  ToolScope tool;
  if (memory.library_changed())
    uncontrolled_call(*latest_outside_call,
                      "which is not modelled, after which variables of its library have other values");
  latest_outside_call = nullptr;
}

}  // namespace heddle
