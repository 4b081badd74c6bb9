// Interleaves given paths of threads, so that the wanted ones come to their ends. Others may stop anywhere.
#pragma once
#include <vector>

#include "locks/findings.h"
#include "locks/path.h"

namespace heddle::locks {

struct Role {
  Participant participant;
  Path path;
  bool wanted = false;  // to the end of its path
  bool ends = false;    // the thread has ended there
};

struct Interleaving {
  Schedule schedule;  // empty if there is none
  bool limited = false;
};

Interleaving interleave(const Flow&, const std::vector<Role>&, std::size_t most_states);

}  // namespace heddle::locks
