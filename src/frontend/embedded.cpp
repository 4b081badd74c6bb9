// Reading goes through LLVM's object library, which checks what it reads. Writing is done here: one more section means
// one more header in the table of sections and one more name, and appending both at the end of the file leaves every
// offset in it as it was.
#include "frontend/embedded.h"

#include <fmt/format.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/Object/Archive.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <cstdint>
#include <cstring>
#include <filesystem>

namespace heddle {

using namespace llvm::ELF;

namespace {

constexpr std::string_view kSection = ".heddle_bc";
constexpr std::string_view kMagic = "HEDDLE\x01\n";
constexpr std::size_t kLengths = 4;
constexpr std::size_t kAlignment = 8;

std::size_t rounded(std::size_t n) { return (n + kAlignment - 1) / kAlignment * kAlignment; }
void pad(std::string& bytes) { bytes.resize(rounded(bytes.size()), '\0'); }

template <class T>
void put(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T>
T get(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

// False: the section is damaged.
bool decode(std::string_view bytes, std::vector<EmbeddedUnit>& into) {
  const std::size_t head = kMagic.size() + kLengths * sizeof(std::uint64_t);
  while (!bytes.empty()) {
    if (bytes.size() >= kAlignment && get<std::uint64_t>(bytes, 0) == 0) {  // a linker filled up with zeros
      bytes.remove_prefix(kAlignment);
      continue;
    }
    if (bytes.size() < head || !bytes.starts_with(kMagic)) return bytes.find_first_not_of('\0') == bytes.npos;
    EmbeddedUnit unit;
    std::string* const texts[kLengths] = {&unit.source, &unit.directory, &unit.problem, &unit.bitcode};
    std::size_t at = head;
    for (std::size_t i = 0; i < kLengths; ++i) {
      const auto size = get<std::uint64_t>(bytes, kMagic.size() + i * sizeof(std::uint64_t));
      if (size > bytes.size() - at) return false;
      *texts[i] = bytes.substr(at, size);
      at += size;
    }
    into.push_back(std::move(unit));
    bytes.remove_prefix(std::min(rounded(at), bytes.size()));
  }
  return true;
}

using ElfFile = llvm::object::ELF64LEObjectFile;

std::string read_units(const ElfFile& elf, std::vector<EmbeddedUnit>& into) {
  for (const llvm::object::SectionRef& section : elf.sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name) return llvm::toString(name.takeError());
    if (*name != llvm::StringRef(kSection.data(), kSection.size())) continue;
    llvm::Expected<llvm::StringRef> bytes = section.getContents();
    if (!bytes) return llvm::toString(bytes.takeError());
    if (!decode({bytes->data(), bytes->size()}, into)) return "its section .heddle_bc is damaged";
  }
  return {};
}

std::string with_origin(std::string directory, const std::string& file) {
  const std::string origin = std::filesystem::absolute(file).parent_path().string();
  for (const std::string_view word : {"${ORIGIN}", "$ORIGIN"})
    for (std::size_t at; (at = directory.find(word)) != std::string::npos;) directory.replace(at, word.size(), origin);
  return directory;
}

std::string read_dynamic(const ElfFile& elf, const std::string& file, ElfContents& into) {
  llvm::Expected<ElfFile::Elf_Dyn_Range> entries = elf.getELFFile().dynamicEntries();
  if (!entries) return llvm::toString(entries.takeError());
  std::uint64_t names = 0;
  for (const auto& entry : *entries)
    if (entry.d_tag == DT_STRTAB) names = entry.d_un.d_ptr;
  if (names == 0) return {};  // linked statically
  llvm::Expected<const std::uint8_t*> table = elf.getELFFile().toMappedAddr(names);
  if (!table) return llvm::toString(table.takeError());
  const auto* end = reinterpret_cast<const std::uint8_t*>(elf.getData().end());
  for (const auto& entry : *entries) {
    if (entry.d_tag != DT_NEEDED && entry.d_tag != DT_RPATH && entry.d_tag != DT_RUNPATH) continue;
    const std::uint8_t* text = *table + entry.d_un.d_val;
    if (text < *table || text >= end) return "its table of shared libraries is damaged";
    const std::string value(reinterpret_cast<const char*>(text),
                            strnlen(reinterpret_cast<const char*>(text), static_cast<std::size_t>(end - text)));
    if (entry.d_tag == DT_NEEDED) {
      into.needed.push_back(value);
      continue;
    }
    for (std::size_t at = 0; at < value.size();) {
      const std::size_t colon = std::min(value.find(':', at), value.size());
      if (colon > at) into.search.push_back(with_origin(value.substr(at, colon - at), file));
      at = colon + 1;
    }
  }
  return {};
}

void read_symbols(const ElfFile& elf, ArchiveMember& into) {
  for (const llvm::object::SymbolRef& symbol : elf.symbols()) {
    llvm::Expected<std::uint32_t> flags = symbol.getFlags();
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (!flags || !name) {
      llvm::consumeError(flags.takeError());
      llvm::consumeError(name.takeError());
      continue;
    }
    if (name->empty() || !(*flags & llvm::object::SymbolRef::SF_Global)) continue;
    if (*flags & llvm::object::SymbolRef::SF_Undefined) {
      if (!(*flags & llvm::object::SymbolRef::SF_Weak)) into.undefined.push_back(name->str());
    } else {
      into.defines.push_back(name->str());
    }
  }
}

}  // namespace

std::string encode(const EmbeddedUnit& unit) {
  std::string bytes(kMagic);
  const std::string* const texts[kLengths] = {&unit.source, &unit.directory, &unit.problem, &unit.bitcode};
  for (const std::string* text : texts) put(bytes, static_cast<std::uint64_t>(text->size()));
  for (const std::string* text : texts) bytes += *text;
  pad(bytes);
  return bytes;
}

std::string append_section(std::string& object, std::string_view entries) {
  if (object.size() < sizeof(Elf64_Ehdr) ||
      !object.starts_with("\x7f"
                          "ELF") ||
      object[EI_CLASS] != ELFCLASS64 || object[EI_DATA] != ELFDATA2LSB)
    return "is not a 64-bit ELF file";
  auto header = get<Elf64_Ehdr>(object, 0);
  const std::uint64_t table_size = std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
  if (header.e_shnum == 0 || header.e_shnum >= SHN_LORESERVE - 1 || header.e_shstrndx >= header.e_shnum)
    return "has too many sections";
  if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff > object.size() ||
      table_size > object.size() - header.e_shoff)
    return "has a damaged table of sections";
  std::string table = object.substr(header.e_shoff, table_size);
  const std::size_t names_at = header.e_shstrndx * sizeof(Elf64_Shdr);
  auto names = get<Elf64_Shdr>(table, names_at);
  if (names.sh_offset > object.size() || names.sh_size > object.size() - names.sh_offset)
    return "has a damaged table of section names";
  const std::string old_names = object.substr(names.sh_offset, names.sh_size);

  Elf64_Shdr section{};
  section.sh_name = static_cast<Elf64_Word>(names.sh_size);
  section.sh_type = SHT_PROGBITS;
  section.sh_addralign = kAlignment;
  section.sh_size = entries.size();
  pad(object);
  section.sh_offset = object.size();
  object += entries;
  pad(object);
  names.sh_offset = object.size();
  object += old_names;
  object += kSection;
  object += '\0';
  names.sh_size = object.size() - names.sh_offset;
  pad(object);
  header.e_shoff = object.size();
  header.e_shnum = static_cast<Elf64_Half>(header.e_shnum + 1);
  std::memcpy(table.data() + names_at, &names, sizeof names);
  put(table, section);
  object += table;
  std::memcpy(object.data(), &header, sizeof header);
  return {};
}

ElfContents read_elf(const std::string& file, const std::string& bytes) {
  ElfContents contents;
  auto read = llvm::object::ObjectFile::createELFObjectFile(llvm::MemoryBufferRef(bytes, file));
  if (!read) {
    contents.error = "is not a good ELF file: " + llvm::toString(read.takeError());
    return contents;
  }
  const auto* elf = llvm::dyn_cast<ElfFile>(read->get());
  if (elf == nullptr) {
    contents.error = "is for another kind of machine";
    return contents;
  }
  contents.error = read_units(*elf, contents.units);
  const auto type = elf->getELFFile().getHeader().e_type;
  if (contents.error.empty() && type != ET_REL) contents.error = read_dynamic(*elf, file, contents);
  contents.shared_library = type == ET_DYN && elf->getELFFile().getHeader().e_entry == 0;
  return contents;
}

ArchiveContents read_archive(const std::string& file, const std::string& bytes) {
  ArchiveContents contents;
  auto archive = llvm::object::Archive::create(llvm::MemoryBufferRef(bytes, file));
  if (!archive) {
    contents.error = "is not a good archive: " + llvm::toString(archive.takeError());
    return contents;
  }
  llvm::Error wrong = llvm::Error::success();
  for (const llvm::object::Archive::Child& child : (*archive)->children(wrong)) {
    ArchiveMember member;
    llvm::Expected<llvm::StringRef> name = child.getName();
    llvm::Expected<std::unique_ptr<llvm::object::Binary>> binary = child.getAsBinary();
    if (name) member.name = name->str();
    llvm::consumeError(name.takeError());
    if (!binary) {  // a text file or the like: nothing to link
      llvm::consumeError(binary.takeError());
      continue;
    }
    if (const auto* elf = llvm::dyn_cast<ElfFile>(binary->get())) {
      contents.error = read_units(*elf, member.units);
      if (!contents.error.empty()) break;
      read_symbols(*elf, member);
      contents.members.push_back(std::move(member));
    }
  }
  if (wrong) contents.error = "is not a good archive: " + llvm::toString(std::move(wrong));
  return contents;
}

}  // namespace heddle
