// Random programs of calls on descriptors, queues, semaphores and shared memory: what is there, and what each thread or
// process does with it, in the language of player.c.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace concurrent_calls {

struct Program {
  std::string objects;
  std::vector<std::string> steps;  // of each thread, or process
  bool processes = false;
};
Program random_program(std::uint64_t seed);

}  // namespace concurrent_calls
