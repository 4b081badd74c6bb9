// See frame_table.h. The format is that of NoteWriter (frame_notes.cpp); what cannot be read is not known.
#include "program/frame_table.h"

#include <llvm/Support/DataExtractor.h>

#include "program/frame_notes.h"

namespace heddle::program {
namespace {

// Functions of one object have one name each.
std::unordered_map<std::string, Address> functions_of(const llvm::object::ObjectFile& object) {
  std::unordered_map<std::string, Address> functions;
  for (const llvm::object::SymbolRef& symbol : object.symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<std::uint64_t> address = symbol.getAddress();
    llvm::Expected<llvm::object::SymbolRef::Type> type = symbol.getType();
    if (name && address && type && *type == llvm::object::SymbolRef::ST_Function)
      functions.emplace(name->str(), *address);
    llvm::consumeError(name.takeError());
    llvm::consumeError(address.takeError());
    llvm::consumeError(type.takeError());
  }
  return functions;
}

FrameLayout read_layout(const llvm::DataExtractor& data, llvm::DataExtractor::Cursor& at) {
  FrameLayout layout;
  const std::uint8_t saved = data.getU8(at);
  layout.saved = saved & 0x7f;
  layout.from_rbp = (saved & 0x80) != 0;
  layout.cfa = static_cast<std::uint32_t>(data.getULEB128(at));
  for (std::size_t i = 0; i < kSavedRegisters; i++)
    if (layout.saved >> i & 1) {
      layout.saved_at[i] = static_cast<std::int32_t>(data.getSLEB128(at));
      layout.read[i] = data.getU8(at);
    }
  for (std::uint64_t n = data.getULEB128(at); n > 0 && at; n--) {
    const auto begin = static_cast<std::int32_t>(data.getSLEB128(at));
    layout.unread.push_back({begin, static_cast<std::uint32_t>(data.getULEB128(at))});
  }
  return layout;
}

}  // namespace

FrameTable::FrameTable(std::span<const PlacedObject> objects) {
  for (const PlacedObject& object : objects) add(*object.getBinary());
}

void FrameTable::add(const llvm::object::ObjectFile& object) {
  const std::unordered_map<std::string, Address> functions = functions_of(object);
  for (const llvm::object::SectionRef& section : object.sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name || *name != kFramesSection) {
      llvm::consumeError(name.takeError());
      continue;
    }
    llvm::Expected<llvm::StringRef> bytes = section.getContents();
    if (!bytes) return llvm::consumeError(bytes.takeError());
    llvm::DataExtractor data(*bytes, /*IsLittleEndian=*/true, /*AddressSize=*/8);
    llvm::DataExtractor::Cursor at(0);
    while (at && !data.eof(at)) {
      const std::uint64_t length = data.getULEB128(at);
      const auto function = functions.find(data.getBytes(at, length).str());
      for (std::uint64_t n = data.getULEB128(at); n > 0 && at; n--) {
        const std::uint32_t offset = data.getU32(at);
        FrameLayout layout = read_layout(data, at);
        if (function != functions.end() && at) frames_.insert_or_assign(function->second + offset, std::move(layout));
      }
    }
    llvm::consumeError(at.takeError());
  }
}

}  // namespace heddle::program
