// Variables of shared libraries that the program's own code accesses: std::cout, stdout, timezone, signgam ...
//
// They lie wherever the loader put them. For everything that goes by addresses (detectors, dependencies, waiting
// loops, reports) each byte of the libraries' writable segments has a key, at a fixed distance from the others and
// the same in every run; place_of() leads back to the byte itself. What the program writes there is undone like
// everything else: libstdc++'s segments are part of snapshots (memory.h), in others the bytes are journalled. The places
// of the threads' errno are among them.
#pragma once
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/ids.h"
#include "support/state_writer.h"

struct dl_phdr_info;

namespace heddle {

// From where to where the writable segments of a library reach, without what is constant after relocation.
std::vector<std::pair<Address, Address>> variables_of(const dl_phdr_info& library);
// Loaded because the program is linked with it (-l), compiled by somebody else; the tool does not use it.
bool is_library_of_program(const dl_phdr_info& library);

class LibraryData {
 public:
  LibraryData();

  // Quick, and true of all library data; of little else.
  bool may_hold(Address a) const { return a - begin_ < end_ - begin_; }
  // The key of [a, a+size), or 0 if that is not in one writable segment.
  Address key_of(Address a, std::uint64_t size) const;
  Address place_of(Address key) const;
  std::string name(Address key) const;
  // The program is about to write there, and no snapshot holds it.
  void note_written(Address key, std::uint64_t size);
  // Of such places, what differs from the beginning.
  void write_state(StateWriter&) const;

 private:
  struct Segment {
    Address begin, end, key;
  };
  void add(Address begin, Address end);
  std::vector<Segment> segments_;
  mutable std::size_t latest_ = 0;  // index of the one that was asked for last
  Address begin_ = 0, end_ = 0, next_key_;
  std::map<Address, std::byte> written_;  // by key: what was there before any execution wrote to it; not undone
};

}  // namespace heddle
