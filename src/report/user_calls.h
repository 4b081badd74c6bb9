// The calls of the user's own code in a recorded execution. A library function that the user calls may do a dozen
// things that other threads can notice: atomic accesses, locks of its own, waits. To a reader they are one step: the
// call.
#pragma once
#include <cstddef>
#include <vector>

#include "report/describe.h"

namespace heddle {

struct UserCall {
  std::vector<std::size_t> events;  // indices into the recorder's events, of one thread
  std::size_t principal = 0;        // the event that stands for them: when it happens, the call takes effect
};

// Every event before `end` is in exactly one of them; in the order of their principal events. An event that is `alone`
// has a call to itself, and so has one with which the thread blocks.
std::vector<UserCall> user_calls(const Describer& d, std::size_t end, const std::vector<std::size_t>& alone);

// An atomic access to a reference count of the library (std::shared_ptr).
bool is_reference_count(const Place& place);
// Does the operation say what the call does ("lock m", "atomic load of x"), rather than how it does it?
bool speaks_for_itself(const Place& place);
// A semaphore or latch, whose atomic variable is its count.
bool has_count(const Place& place);
// The call as it stands in the source: "full.acquire()", "task->get_future()"; else what it is.
std::string call_text(const Place& place, SourceText& source);

// The call that stands at this place, whatever is called; empty: it does not look like one.
std::string text_at(const SourcePosition& position, SourceText& source);

}  // namespace heddle
