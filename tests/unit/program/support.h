// For the tests of program/: compiles sources, loads them with counting stubs in place of the machine's runtime, and
// runs them on the test's own thread.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "program/load.h"

namespace heddle::test {

// What the stubs have seen since reset().
struct Seen {
  std::uint64_t reads = 0, writes = 0;  // access hooks, ranges included
  std::uint64_t copies = 0;             // heddle_memcpy, memmove, memset
  std::uint64_t atomics = 0;
  std::uint64_t intercepted_lengths = 0;     // calls of our strlen
  std::uint64_t intercepted_copies = 0;      // calls of our memcpy, memset
  std::uint64_t intercepted_compares = 0;    // calls of our memcmp
  std::vector<Address> written;              // addresses of write hooks
  std::vector<std::uintptr_t> written_from;  // return addresses of eight-byte write hooks
  std::vector<std::uintptr_t> probes;        // return addresses of test_probe()
  std::vector<std::pair<std::string, std::uint32_t>> refused;
  bool refusal_ends = false;
};
extern Seen seen;
void reset();

struct Source {
  std::string file;  // relative: a.c
  std::string text;
};

// The sources are written to an empty directory, which becomes the working directory.
std::vector<Bitcode> compile_sources(const std::vector<Source>& sources, const std::vector<std::string>& flags = {});
LoadRequest request(std::vector<Bitcode> units);
LoadResult load(const std::vector<Source>& sources, const std::vector<std::string>& flags = {});

// Static constructors, then main.
int run(const Image& image, std::vector<std::string> arguments = {});

}  // namespace heddle::test
