// What the input and output functions of streams (stream_input.cpp, stream_output.cpp) have in common.
//
// These functions work on the standard streams as well. That threads may share those the machine knows by the names of the
// functions (instrument/stream_functions.cpp); everything in the namespace heddle_stream is inlined into them first, so
// that is where their code stands, lambdas included.
#pragma once
#include <cxxabi.h>

#include <ios>

#include "real.h"

namespace heddle_stream {

using State = std::ios_base::iostate;
constexpr State kGood = std::ios_base::goodbit, kBad = std::ios_base::badbit, kEnd = std::ios_base::eofbit,
                kFail = std::ios_base::failbit;

// Members that the facets inside the library look at.
struct Format : std::ios_base {
  static constexpr auto precision = &Format::_M_precision, width = &Format::_M_width;
  static constexpr auto flags = &Format::_M_flags;
};

template <class T>
static void was_read(const T& field) {
  touched_read(&field, sizeof field);
}

// An exception of the buffer sets badbit, and goes on if the stream is to throw then; what ends a thread always goes on.
template <class Work>
static void guarded(std::ios& stream, Work work) {
  try {
    work();
  } catch (abi::__forced_unwind&) {
    stream._M_setstate(kBad);
    throw;
  } catch (...) {
    stream._M_setstate(kBad);
  }
}

static inline void set(std::ios& stream, State state) {
  if (state != kGood) stream.setstate(state);
}

}  // namespace heddle_stream

using namespace heddle_stream;
