// The graph of states of one program, explored with exact images as keys, and what must hold of it:
//
//   equal images have equal fingerprints, and different images different ones
//   equal images can go on in the same ways, and each step leads from both to equal images: nothing that matters is
//   missing two steps that are independent lead to the same image in either order: nothing of the way is in it a
//   restore brings image and fingerprint back (Machine::check_restores sees to that, and to the engine's members)
//
// Order: threads are tried in their order or backwards, so that another process meets threads, objects and states in
// another order; the set of fingerprints must be the same all the same.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "model/image.h"
#include "support/fingerprint.h"

namespace heddle::states {

enum class Order : std::uint8_t { Forwards, Backwards };

struct Graph {
  bool complete = false;  // all states were seen
  bool racy = false;      // somewhere a race was found, and nothing behind it
  std::uint64_t states = 0, steps = 0, matches = 0, pairs = 0;
  Fingerprint all;      // sum of all fingerprints of states: a set, whatever the order
  std::string problem;  // the first thing that does not hold; empty: all does
};

Graph explore_states(const Image& image, const std::vector<std::string>& arguments, Order order,
                     std::uint64_t most_states);

}  // namespace heddle::states
