// What the streams of C++ have in common, and libstdc++ keeps for the whole process: the global locale, the indices that
// std::ios_base::xalloc hands out, whether the standard streams are synchronised with stdio (State in models.h).
#include "machine/announce.h"
#include "machine/streams.h"

using namespace heddle;

// Only in a program that sets the global locale is looking at it a scheduling point: every stream does when it is made.
static void looks_at_locale(const void* object) {
  Call call = Call::with(object);
  if (streams_state().sets_locale) looks_at(State::Locale, call.site(), MemoryOrder::Acquire);
}

extern "C" {

void rt_sets_locale() { streams_state().sets_locale = true; }
// Who copies the global locale uses the facets in it, which another thread may have made: setting it orders the two.
void rt_comes_to_locale() {
  Call call = Call::with();
  comes_to(State::Locale, call.site(), MemoryOrder::AcquireRelease);
}
void rt_locale(void* locale) {
  looks_at_locale(locale);
  {
    Call call;
    announce<"_ZNSt6localeC1Ev">(call, locale);
  }
  HEDDLE_LIBRARY_VERSION("_ZNSt6localeC1Ev", void (*)(void*));
  real(locale);
}
void rt_ios_init(void* stream) {
  looks_at_locale(stream);
  HEDDLE_LIBRARY_VERSION("_ZNSt8ios_base7_M_initEv", void (*)(void*));
  real(stream);
}

int rt_ios_xalloc() {
  {
    Call call = Call::with();
    comes_to(State::StreamIndices, call.site(), MemoryOrder::Relaxed);
  }
  HEDDLE_LIBRARY_VERSION("_ZNSt8ios_base6xallocEv", int (*)());
  return real();
}

// sync_with_stdio(false) allows the streams to have buffers of their own; ours go on using those of stdio, which is one
// of the orders in which their characters may come. But threads may no longer share them (library_data.cpp). As in
// libstdc++ there is no way back.
bool rt_ios_sync_with_stdio(bool synchronised) {
  Call call = Call::with(synchronised);
  comes_to(State::Synchronisation, call.site(), MemoryOrder::Relaxed);
  const bool before = !streams_state().unsynchronised;
  if (!synchronised) streams_state().unsynchronised = true;
  return before;
}
}
