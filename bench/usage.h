// A word that a benchmark does not know ends it at once: measuring for minutes what nobody asked for helps nobody.
#pragma once
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace heddle::bench {

// `words`: what it takes. --help comes here like any other unknown word.
[[noreturn]] inline void wrong_usage(const char* words) {
  fmt::print(stderr, "usage: {}\n", words);
  std::exit(2);
}

}  // namespace heddle::bench
