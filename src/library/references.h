// Reference counts that libstdc++ keeps inside its compiled part, brought under the hooks.
//
// Dropping a reference is an atomic operation that the search orders against the other drops: who is the last one
// destroys the object. Adding one is not: whoever adds a reference has one already, so no drop can be the last before
// it, and it makes no difference to anybody when it happens. The same holds for a drop by a thread that has a second
// reference, and for all of an object that never had two. (Under --visible all, where the program may do what it must
// not, these are operations like the others.)
// The reason is in docs/decisions/15-shared-state.md.
#pragma once

struct References {
  int count;
  int shared;  // there were two references at some time; in what is padding in libstdc++
};

// Adds to the count where nobody can tell when. `one`: the value of the count that stands for one reference.
extern "C" void heddle_count_references(References*, int change, int one);

// True: that was the last one. `has_another`: this thread has, and drops it later.
[[maybe_unused]] static bool drop_reference(References* references, int one, bool has_another = false) {
  if (!references->shared) return references->count-- == one;
  if (!has_another) return __atomic_fetch_sub(&references->count, 1, __ATOMIC_ACQ_REL) == one;
  heddle_count_references(references, -1, one);
  return false;
}
