// The standard streams of C++, objects inside libstdc++: what input and output functions change of them.
//
// Threads may share these streams as far as input and output goes, so the order in which such functions come to what they
// have in common is explored: whether an earlier one has met the end of the input (the state), a width that only the first
// one finds, the number of characters of the latest one. Of std::cin that is so in every program. What an output
// function changes can be seen only through a buffer of the program's own (std::cout.rdbuf(&mine)): with the library's
// buffers these accesses are no scheduling points, or everything that prints would be searched in every order.
#pragma once
#include <array>

#include "machine/library_data.h"

namespace heddle {

class StandardStreams {
 public:
  explicit StandardStreams(const LibraryData&);

  bool hold(Address a) const { return find(a) != nullptr; }
  bool is_state(Address) const;  // every input or output function looks at it first
  // The order of accesses by input and output functions makes a difference. The address is the beginning of a member.
  bool is_seen_by_others(Address) const;
  // The state of an output stream with the library's buffer, which does not change unless a null buffer is printed.
  bool is_silent_state(Address a) const { return is_state(a) && !is_seen_by_others(a); }

 private:
  struct Stream {
    Address begin = 0, end = 0;
    Address state = 0, width = 0, count = 0;  // members; count: of an input stream
    Address buffer = 0;                       // where the pointer to it lies
  };
  template <class Object>
  static Stream stream(const char* symbol);
  const Stream* find(Address) const;
  const LibraryData& libraries_;
  std::array<Stream, 8> streams_;
  Address begin_ = 0, end_ = 0;  // of all
};

}  // namespace heddle
