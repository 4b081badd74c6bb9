// How the lockset of one byte develops, for reports (--explain): filled by a detector that has locksets while an
// execution is run once more. One line of the story for each event that changed the set.
#pragma once
#include <compare>
#include <cstdint>
#include <functional>
#include <vector>

#include "model/ids.h"

namespace heddle {

namespace detect {

struct Member {
  enum class Kind : std::uint32_t {
    Thread,   // knows of the access: its next action is ordered after it
    Fence,    // knew of it at its last release fence: its relaxed stores pass it on
    Pending,  // has read it with a relaxed load: its next acquire fence makes it known
    Object,   // passes it on to who acquires it
  };
  Kind kind = Kind::Thread;
  std::uint32_t index = 0;

  friend auto operator<=>(const Member&, const Member&) = default;
};

}  // namespace detect

struct LocksetStep {
  std::size_t moment = 0;  // LocksetWatch::moment when it happened
  bool access = false;     // a new access, whose set it is from now on; otherwise an operation changed the set
  ThreadId thread;         // who did that
  std::vector<detect::Member> members;  // the set afterwards, sorted; empty: no access is remembered any more
};

struct LocksetWatch {
  Address byte = 0;
  // Which of the byte's sets: that of the last plain write, or of the reads by this thread, and so on.
  bool of_plain_write = true;
  ThreadId thread;        // otherwise
  std::uint8_t kind = 0;  // otherwise: AccessKind
  std::function<std::size_t()> moment = [] { return std::size_t{0}; };

  std::vector<LocksetStep> steps;
};

}  // namespace heddle
