// Random litmus programs. A program depends on the seed and the choices alone.
#pragma once
#include <cstdint>

#include "program.h"

namespace litmus {

struct Choices {
  bool mixed_sizes = false;   // atomic operations of different sizes on the same bytes
  bool mixed_access = false;  // plain and atomic accesses to the same bytes
  bool weak = true;           // compare_exchange_weak
};

Program random_program(std::uint64_t seed, const Choices& choices);

}  // namespace litmus
