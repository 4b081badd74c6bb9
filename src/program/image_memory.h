// Where the sections of the compiled program go. RuntimeDyld asks for memory section by section; the answer depends on
// nothing but the order and sizes of the questions, so one program has the same addresses in every run, in check and in
// replay:
//
//   kImageBase                  code                                   read and execute once loaded
//   kImageBase + kImageSize/2   constants, unwind tables, the GOT      read only once loaded
//   kProgramBase                .heddle_globals                        the program's variables
//   right above them            every other writable section           e.g. control words of emulated TLS
//
// Things that hold addresses of this process (vtables, references to the personality routine, the GOT) are constants,
// although ELF calls their sections writable: the range that snapshots copy stays free of them.
//
// Memory is mapped on demand with MAP_FIXED_NOREPLACE and unmapped by the destructor: one program at a time.
#pragma once
#include <llvm/ExecutionEngine/RTDyldMemoryManager.h>
#include <llvm/Object/ObjectFile.h>

#include <string>

#include "model/address_space.h"

namespace heddle::program {

class ImageMemory final : public llvm::RTDyldMemoryManager {
 public:
  ImageMemory();
  ~ImageMemory() override;

  // Call before the object is loaded: sets aside the room of .heddle_globals below all other writable sections, so that
  // a variable's address does not depend on them (nor on the optimisation level). False: error() says why.
  bool reserve_globals(const llvm::object::ObjectFile& object);
  // Between two processes: the variables of the next one begin on a page of their own.
  bool end_process();
  // Variables of src/library that all processes have in common.
  std::uint8_t* allocate_shared(std::uintptr_t size) { return allocate(writable_, size, 64, "global variables"); }

  std::uint8_t* allocateCodeSection(std::uintptr_t size, unsigned alignment, unsigned id,
                                    llvm::StringRef name) override;
  std::uint8_t* allocateDataSection(std::uintptr_t size, unsigned alignment, unsigned id, llvm::StringRef name,
                                    bool read_only) override;
  bool finalizeMemory(std::string* error) override;

  Address globals_begin() const { return kProgramBase; }
  std::uint64_t globals_size() const { return writable_.used - kProgramBase; }
  bool contains_code(Address a) const { return a >= code_.base && a < code_.used; }
  const std::string& error() const { return error_; }

 private:
  struct Area {
    Address base, limit;
    Address used = base;    // next free byte
    Address mapped = base;  // end of what is mapped, page aligned
  };

  std::uint8_t* allocate(Area& area, std::uintptr_t size, unsigned alignment, const char* what);

  Area code_, constants_, writable_;
  // A stray access just below the first variable is to meet memory that can be told from others, not a fault.
  static constexpr Address kFirstGlobal = kProgramBase + 64;
  Address next_global_ = kFirstGlobal;  // inside the part of writable_ that is set aside for .heddle_globals
  Address globals_limit_ = kProgramBase;
  std::string error_;
};

}  // namespace heddle::program
