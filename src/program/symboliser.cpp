// See symboliser.h. A relocatable object has one code section per COMDAT function; DWARF line tables name addresses
// together with their section, hence the map of sections.
#include "program/symboliser.h"

#include <llvm/DebugInfo/DWARF/DWARFContext.h>

#include "ir/debug_names.h"

namespace heddle::program {

using llvm::DILineInfo;
using llvm::DILineInfoSpecifier;

Symboliser::Symboliser(std::vector<PlacedObject> objects, SourceNames names)
    : Symboliser(std::move(objects), std::vector<SourceNames>{std::move(names)}, {}) {}

Symboliser::Symboliser(std::vector<PlacedObject> objects, std::vector<SourceNames> names,
                       std::vector<std::size_t> process_of)
    : objects_(std::move(objects)),
      names_(std::move(names)),
      process_of_(std::move(process_of)),
      contexts_(objects_.size()),
      symbols_(names_.size()) {
  process_of_.resize(objects_.size());  // all of one
  for (std::size_t i = 0; i < objects_.size(); i++) add(*objects_[i].getBinary(), i);
}

// What the first object defines goes before what others define for themselves.
void Symboliser::add(const llvm::object::ObjectFile& object, std::size_t index) {
  for (const llvm::object::SectionRef& section : object.sections())
    if (section.isText() && section.getAddress() != 0 && section.getSize() != 0)
      code_[section.getAddress()] = {section.getAddress() + section.getSize(), section.getIndex(), index};
  for (const llvm::object::SymbolRef& symbol : object.symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<std::uint64_t> address = symbol.getAddress();
    llvm::Expected<std::uint32_t> flags = symbol.getFlags();
    if (name && address && flags && !(*flags & llvm::object::SymbolRef::SF_Undefined))
      symbols_[process_of_[index]].try_emplace(name->str(), *address);
    llvm::consumeError(name.takeError());
    llvm::consumeError(address.takeError());
    llvm::consumeError(flags.takeError());
  }
}

Symboliser::~Symboliser() = default;

Address Symboliser::symbol(llvm::StringRef name, std::size_t process) const {
  const auto found = symbols_[process].find(name.str());
  return found == symbols_[process].end() ? 0 : found->second;
}

const std::vector<SourcePosition>& Symboliser::frames(Address return_address) {
  const auto [entry, fresh] = cache_.try_emplace(return_address);
  if (fresh) entry->second = look_up(return_address - 1);  // inside the call instruction
  return entry->second;
}

std::vector<SourcePosition> Symboliser::look_up(Address address) {
  std::vector<SourcePosition> frames;
  const auto after = code_.upper_bound(address);
  if (after == code_.begin()) return frames;
  const CodeRange& range = std::prev(after)->second;
  if (address >= range.end) return frames;

  const SourceNames& names = names_[process_of_[range.object]];
  std::unique_ptr<llvm::DIContext>& context = contexts_[range.object];
  if (!context) {
    auto ignore = [](llvm::Error error) { llvm::consumeError(std::move(error)); };
    context = llvm::DWARFContext::create(*objects_[range.object].getBinary(),
                                         llvm::DWARFContext::ProcessDebugRelocations::Process, nullptr, "", ignore, ignore);
  }
  const DILineInfoSpecifier wanted(DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath,
                                   llvm::DINameKind::LinkageName);
  const llvm::DIInliningInfo inlined = context->getInliningInfoForAddress({address, range.section}, wanted);
  for (unsigned i = 0; i < inlined.getNumberOfFrames(); i++) {
    const DILineInfo& info = inlined.getFrame(i);
    if (info.FunctionName == DILineInfo::BadString && info.Line == 0) continue;
    SourcePosition position;
    if (info.FileName != DILineInfo::BadString) position.file = names.file(info.FileName);
    position.line = info.Line;
    position.column = info.Column;
    if (info.FunctionName != DILineInfo::BadString) position.function = names.function(info.FunctionName);
    position.system = is_system_file(position.file);
    frames.push_back(std::move(position));
  }
  return frames;
}

}  // namespace heddle::program
