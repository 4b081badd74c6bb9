// Which states of a program are told apart though it goes on from them in the same ways: the states up to bisimilarity,
// and what the exact images of bisimilar ones differ in. That is a bound on what better canonical states could save,
// and says where: dead registers and stack slots, blocks allocated in another order, objects that were used before.
// Not all of it is waste. Data that symmetric executions differ in (a counter modulo 3) is merged as well.
//
// A step is labelled with thread, operation, object, source position and outcome; a state with its status and what its
// threads are about to do. Classes are refined until they are stable (Kanellakis and Smolka 1983).
#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "model/image.h"
#include "model/options.h"

namespace heddle::states {

struct Alike {
  std::uint64_t states = 0;
  std::uint64_t classes = 0;                         // of bisimilar ones
  std::map<std::string, std::uint64_t> differences;  // parts of images, and how many states differ in just these from
                                                     // the first of their class
};

Alike find_alike(const Image& image, Visibility visible);

}  // namespace heddle::states
