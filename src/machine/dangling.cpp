// Pointers to local variables that have ended. Where nothing lies in the place of such a variable its use is seen
// (storage_map.h); where the locals of another function lie there by now, the access is good by all that the machine
// knows. So in executions that are made to be compared with others (run/uninitialised.cpp) every word of global
// variables and of the heap that points to a variable becomes an address of nothing when the variable ends. The
// language allows that: the value of such a pointer is indeterminate from then on. If the program does something else
// now, it has used one.
//
// Words on stacks stay as they are: the compiler keeps addresses of its own there.
#include "machine/engine.h"

namespace heddle {

namespace {
// No processor has an address with this bit and without those above it.
constexpr Address kAddressOfNothing = Address{1} << 62;
}  // namespace

void Engine::spoil_pointers_to(Address begin, std::uint64_t size) {
  for (const auto& [at, length] : memory.live_ranges(*this)) {
    if (in_stacks(at)) continue;
    if (pointers_to_look_at < length / sizeof(Address)) pointers_to_look_at = 0;
    if (pointers_to_look_at == 0) return;
    pointers_to_look_at -= length / sizeof(Address);
    const Address first = (at + alignof(Address) - 1) / alignof(Address) * alignof(Address);
    for (Address a = first; a + sizeof(Address) <= at + length; a += sizeof(Address)) {
      Address& word = *reinterpret_cast<Address*>(a);
      if (word - begin < size) word |= kAddressOfNothing;
    }
  }
}

}  // namespace heddle
