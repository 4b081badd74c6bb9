// Frames that an exception leaves, or the forced unwinding that ends a thread: their locals end there.
//
// Where there is nothing to clean up the program's code does not notice. But whoever goes on, be it with a clean-up or with a
// handler, does so by the personality routine of its frame, which is asked on the stack below everything that is
// left: as soon as it says that the frame is to go on, all slots below that frame are dead. What was inlined into the
// frame lives on: nothing in it tells the functions that are left from the one that goes on.
//
// A library or a model that catches an exception and throws it again asks from further up; so slots somewhat below
// are looked for, too. What lies below the stack pointer is dead whoever was there.
#include <unwind.h>

#include <algorithm>

#include "machine/engine.h"
#include "model/hooks.h"

using namespace heddle;

extern "C" {
using Personality = _Unwind_Reason_Code(int, _Unwind_Action, _Unwind_Exception_Class, _Unwind_Exception*, _Unwind_Context*);
Personality __gxx_personality_v0, __gcc_personality_v0;
}

namespace heddle {
namespace {

constexpr std::uint64_t kFurtherDown = 8 << 10;

template <Personality* real>
_Unwind_Reason_Code ask(int version, _Unwind_Action actions, _Unwind_Exception_Class kind, _Unwind_Exception* exception,
                        _Unwind_Context* context) {
  const _Unwind_Reason_Code answer = real(version, actions, kind, exception, context);
  if (answer != _URC_INSTALL_CONTEXT) return answer;
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  const Address landing = _Unwind_GetCFA(context);
  if (engine && engine->on_fiber && in_stacks(here) && here < landing && stack_owner(here) == stack_owner(landing)) {
    ToolScope tool;
    engine->frames_end(here, landing);
    // Caught, or about to be: all that the throw has done was done for the thread itself.
    if (heddle_call_site == heddle_thrown_at) heddle_call_site = heddle_call_before;
  }
  return answer;
}

}  // namespace

void Engine::frames_end(Address low, Address high) {
  const SiteId site(heddle_call_site == kNoCallSite ? 0 : heddle_call_site);  // of the throw, as a rule
  const Address bottom = kStacksBase + stack_slot(low) * kStackStride;
  Address from = std::max(bottom, low - kFurtherDown);
  for (;;) {
    const StorageMap::Slot slot = storage.next_open(from, high);
    if (slot.begin == slot.end) return;
    slot_ends(slot.begin, slot.end - slot.begin, site);
    from = slot.end;
  }
}

}  // namespace heddle

extern "C" {

_Unwind_Reason_Code rt_cxx_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                       _Unwind_Exception* exception, _Unwind_Context* context) {
  return ask<__gxx_personality_v0>(version, actions, kind, exception, context);
}
_Unwind_Reason_Code rt_c_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class kind,
                                     _Unwind_Exception* exception, _Unwind_Context* context) {
  return ask<__gcc_personality_v0>(version, actions, kind, exception, context);
}
}
