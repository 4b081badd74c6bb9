// See image_memory.h.
#include "program/image_memory.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstring>

namespace heddle::program {
namespace {

constexpr Address kConstantsBase = kImageBase + kImageSize / 2;
constexpr unsigned kAlignment = 16;
constexpr std::size_t kGrowth = std::size_t{1} << 16;
constexpr llvm::StringRef kGlobalsSection = ".heddle_globals";

constexpr Address round_up(Address value, Address unit) { return (value + unit - 1) / unit * unit; }

// Written by the linker only, whatever the section flags say.
bool constant_after_linking(llvm::StringRef name) {
  return name.starts_with(".data.rel.ro") || name.starts_with(".data.DW.ref") || name.starts_with(".got") ||
         name.starts_with(".eh_frame") || name.starts_with(".gcc_except_table");
}

}  // namespace

ImageMemory::ImageMemory()
    : code_{kImageBase, kConstantsBase},
      constants_{kConstantsBase, kProgramBase},
      writable_{kProgramBase, kProgramBase + kGlobalsSize} {}

ImageMemory::~ImageMemory() {
  deregisterEHFrames();
  for (const Area* area : {&code_, &constants_, &writable_})
    if (area->mapped > area->base) munmap(reinterpret_cast<void*>(area->base), area->mapped - area->base);
}

bool ImageMemory::reserve_globals(const llvm::object::ObjectFile& object) {
  Address end = next_global_;
  for (const llvm::object::SectionRef& section : object.sections()) {
    llvm::Expected<llvm::StringRef> name = section.getName();
    if (!name) {
      llvm::consumeError(name.takeError());
    } else if (*name == kGlobalsSection) {
      end = round_up(end, std::max<Address>(section.getAlignment().value(), kAlignment)) + section.getSize();
    }
  }
  globals_limit_ = end;
  return end == next_global_ || allocate(writable_, end - writable_.used, 1, "global variables");
}

bool ImageMemory::end_process() {
  constexpr Address kPage = 4096;
  const Address begin = round_up(writable_.used, kAlignment);
  if (!allocate(writable_, round_up(begin, kPage) - begin + kPage, kAlignment, "global variables")) return false;
  next_global_ = writable_.used + 64;
  return true;
}

std::uint8_t* ImageMemory::allocate(Area& area, std::uintptr_t size, unsigned alignment, const char* what) {
  const Address begin = round_up(area.used, std::max(alignment, kAlignment));
  const Address end = begin + size;
  if (end < begin || end > area.limit) {
    error_ = fmt::format("the program's {} do not fit: {} bytes wanted, {} left", what, size, area.limit - area.used);
    return nullptr;
  }
  if (end > area.mapped) {
    const Address grown = std::min(round_up(end, kGrowth), area.limit);
    void* want = reinterpret_cast<void*>(area.mapped);
    void* got = mmap(want, grown - area.mapped, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == want) {
      area.mapped = grown;
    } else {
      error_ = fmt::format("no memory at {} for the program's {}: {}", want, what, std::strerror(errno));
      if (got != MAP_FAILED) munmap(got, grown - area.mapped);
      return nullptr;
    }
  }
  area.used = end;
  return reinterpret_cast<std::uint8_t*>(begin);
}

std::uint8_t* ImageMemory::allocateCodeSection(std::uintptr_t size, unsigned alignment, unsigned, llvm::StringRef) {
  return allocate(code_, size, alignment, "instructions");
}

std::uint8_t* ImageMemory::allocateDataSection(std::uintptr_t size, unsigned alignment, unsigned, llvm::StringRef name,
                                               bool read_only) {
  if (name == kGlobalsSection) {
    const Address begin = round_up(next_global_, std::max(alignment, kAlignment));
    if (begin + size <= globals_limit_) {
      next_global_ = begin + size;
      return reinterpret_cast<std::uint8_t*>(begin);
    }
  }
  if (read_only || constant_after_linking(name)) return allocate(constants_, size, alignment, "constants");
  return allocate(writable_, size, alignment, "global variables");
}

bool ImageMemory::finalizeMemory(std::string* error) {
  auto protect = [&](const Area& area, int protection) {
    if (area.mapped == area.base) return true;
    return mprotect(reinterpret_cast<void*>(area.base), area.mapped - area.base, protection) == 0;
  };
  if (protect(code_, PROT_READ | PROT_EXEC) && protect(constants_, PROT_READ)) return false;
  error_ = fmt::format("mprotect: {}", std::strerror(errno));
  if (error) *error = error_;
  return true;
}

}  // namespace heddle::program
