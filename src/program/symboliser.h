// Code addresses -> source lines, from the DWARF of the loaded objects. Inlining is undone, innermost frame first.
// Slow at the first question (it parses the debug information), cached afterwards; for reports only.
#pragma once
#include <llvm/DebugInfo/DIContext.h>
#include <llvm/Object/ObjectFile.h>

#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/ids.h"
#include "model/site.h"
#include "program/source_names.h"

namespace heddle::program {

using PlacedObject = llvm::object::OwningBinary<llvm::object::ObjectFile>;

class Symboliser {
 public:
  // `objects`: copies of the loaded objects whose section headers hold the final addresses.
  Symboliser(std::vector<PlacedObject> objects, SourceNames names);
  // Of several processes: which object belongs to which, and the names of each.
  Symboliser(std::vector<PlacedObject> objects, std::vector<SourceNames> names, std::vector<std::size_t> process_of);
  ~Symboliser();

  // The call that returns to this address; empty for addresses outside the program.
  const std::vector<SourcePosition>& frames(Address return_address);
  // Address of a symbol of an object, local ones included; 0: no such symbol.
  Address symbol(llvm::StringRef name, std::size_t process = 0) const;
  std::span<const PlacedObject> objects() const { return objects_; }

 private:
  struct CodeRange {
    Address end;
    std::uint64_t section;
    std::size_t object;
  };

  std::vector<SourcePosition> look_up(Address address);

  void add(const llvm::object::ObjectFile& object, std::size_t index);

  std::vector<PlacedObject> objects_;
  std::vector<SourceNames> names_;                          // of each process
  std::vector<std::size_t> process_of_;                     // each object
  std::vector<std::unique_ptr<llvm::DIContext>> contexts_;  // of each object; made at the first question
  std::map<Address, CodeRange> code_;         // executable sections by their first address
  std::vector<std::unordered_map<std::string, Address>> symbols_;  // of each process
  std::unordered_map<Address, std::vector<SourcePosition>> cache_;
};

}  // namespace heddle::program
