// Bitcode inside object files. `heddle cc` puts the bitcode of a source file into a section of the object that clang
// made of it; a linker puts the sections of all objects one after the other, so that an executable holds the bitcode of
// everything that was linked into it, and so do archives and partially linked objects.
//
//   encode, append_section    what heddle cc writes
//   read_elf                  what a check finds in an object file, an executable or a shared library
//   read_archive              the members of a static library
//
// The section consists of entries, each with a magic word, four lengths and four texts, filled up to eight bytes.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct EmbeddedUnit {
  std::string source;     // as it was given to the compiler
  std::string directory;  // where the compiler ran
  std::string problem;    // why there is no bitcode; empty: there is
  std::string bitcode;
};

std::string encode(const EmbeddedUnit& unit);

// Adds the section to a relocatable ELF file in memory. Returns what is wrong with the file, or nothing.
std::string append_section(std::string& object, std::string_view entries);

struct ElfContents {
  std::vector<EmbeddedUnit> units;
  std::vector<std::string> needed;  // shared libraries, by the names that the linker wrote down
  std::vector<std::string> search;  // directories for them, $ORIGIN replaced
  bool shared_library = false;
  std::string error;  // without the file's name; empty: the file could be read
};
ElfContents read_elf(const std::string& file, const std::string& bytes);

struct ArchiveMember {
  std::string name;
  std::vector<EmbeddedUnit> units;
  std::vector<std::string> defines;    // names that make a linker take this member
  std::vector<std::string> undefined;  // names that it needs in turn
};
struct ArchiveContents {
  std::vector<ArchiveMember> members;
  std::string error;
};
ArchiveContents read_archive(const std::string& file, const std::string& bytes);

}  // namespace heddle
