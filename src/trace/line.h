// One line of a trace, THREAD|OPERATION|LOCATION as in `T0|acq(L1)|loc`, taken apart without copying a byte: names are
// views into the line. docs/guide/trace.md has the grammar; STD's own operations are r, w, acq, rel, fork, join, begin
// and end, the others are ours.
//
//   parse_line   text to Line, or where and why not
//   word_of      an action as a trace spells it
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "model/ids.h"
#include "model/operation.h"

namespace heddle::trace {

enum class Action : std::uint8_t {
  Read,
  Write,
  Load,  // of an atomic, as the next four
  Store,
  ReadModifyWrite,
  CompareExchange,  // that succeeded
  CompareExchangeFailed,
  AtomicRead,   // an atomic access that orders nothing: what a lock does to its own bytes
  AtomicWrite,  // likewise
  Fence,
  Acquire,  // of a lock
  Release,
  ReadAcquire,
  ReadRelease,
  Post,
  Wait,
  Arrive,
  Leave,
  Send,
  Receive,
  Learn,    // generic: everything published into the object so far happened before
  Publish,  // generic: adds this thread's past
  Republish,
  Fork,
  Join,
  Begin,
  End,
  Allocate,
  Free,
  Destroy,
};

std::string_view word_of(Action);

// What stands between the parentheses: a name, or NAME@0xADDRESS:SIZE for bytes of memory (NAME may be missing; an
// object that is no memory access may leave out the size).
struct Operand {
  std::string_view name;
  bool has_address = false;
  Address address = 0;
  std::uint64_t size = 0;
};

struct Line {
  std::string_view thread;
  Action action = Action::Read;
  MemoryOrder order = MemoryOrder::SequentiallyConsistent;
  Operand operand;
  std::string_view location;
};

struct Mistake {
  std::uint32_t column = 0;  // from 1
  std::string message;
};

// A line without its end. False: `mistake` says why.
bool parse_line(std::string_view text, Line& line, Mistake& mistake);
// Nothing to parse: empty, or a comment.
inline bool is_blank(std::string_view text) { return text.empty() || text[0] == '#'; }

// For messages and reports: control characters replaced, long texts cut.
std::string printable(std::string_view text);

}  // namespace heddle::trace
