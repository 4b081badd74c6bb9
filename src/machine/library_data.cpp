#include "machine/library_data.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>

#include "machine/engine.h"
#include "machine/error_numbers.h"
#include "model/address_space.h"

namespace heddle {
namespace {

constexpr Address kPage = 4096;

// What the loader has made read-only after relocation is no variable.
Address end_of_constants(const dl_phdr_info& info) {
  Address end = 0;
  for (int i = 0; i < info.dlpi_phnum; i++)
    if (const auto& part = info.dlpi_phdr[i]; part.p_type == PT_GNU_RELRO)
      end = std::max(end, (info.dlpi_addr + part.p_vaddr + part.p_memsz) & ~(kPage - 1));
  return end;
}

// The C library has several names for many of its variables: the one that programs use.
const char* usual_name(const char* symbol, const void* place) {
  const char* plain = symbol;
  while (*plain == '_') plain++;
  return symbol[0] == '_' && symbol[1] == '_' && dlsym(RTLD_DEFAULT, plain) == place ? plain : symbol;
}

}  // namespace

LibraryData::LibraryData() : next_key_(kLibraryBase) {
  add(reinterpret_cast<Address>(error_numbers), reinterpret_cast<Address>(error_numbers + kErrorNumbers));
  const auto visit = [](dl_phdr_info* info, std::size_t, void* self) {
    if (info->dlpi_name[0] == 0) return 0;  // the tool itself
    const Address constants = end_of_constants(*info);
    for (int i = 0; i < info->dlpi_phnum; i++) {
      const auto& segment = info->dlpi_phdr[i];
      if (segment.p_type != PT_LOAD || !(segment.p_flags & PF_W)) continue;
      const Address begin = info->dlpi_addr + segment.p_vaddr;
      static_cast<LibraryData*>(self)->add(std::max(begin, constants), begin + segment.p_memsz);
    }
    return 0;
  };
  dl_iterate_phdr(visit, this);
}

void LibraryData::add(Address begin, Address end) {
  if (begin >= end || end - begin > kLibraryBase + kLibrarySize - next_key_) return;
  segments_.push_back({begin, end, next_key_ + begin % kPage});
  next_key_ += ((end - begin) / kPage + 2) * kPage;
  begin_ = begin_ == 0 ? begin : std::min(begin_, begin);
  end_ = std::max(end_, end);
}

Address LibraryData::key_of(Address a, std::uint64_t size) const {
  const auto holds = [&](const Segment& s) { return a - s.begin < s.end - s.begin; };
  if (latest_ >= segments_.size() || !holds(segments_[latest_]))
    latest_ = static_cast<std::size_t>(std::find_if(segments_.begin(), segments_.end(), holds) - segments_.begin());
  if (latest_ == segments_.size()) return 0;
  const Segment& s = segments_[latest_];
  return size <= s.end - a ? s.key + (a - s.begin) : 0;
}

Address LibraryData::place_of(Address key) const {
  for (const Segment& s : segments_)
    if (key - s.key < s.end - s.begin) return s.begin + (key - s.key);
  return key;
}

std::string LibraryData::name(Address key) const {
  const Address place = place_of(key);
  if (is_error_number(place)) return "errno";
  Dl_info found{};
  if (dladdr(reinterpret_cast<void*>(place), &found) == 0 || found.dli_sname == nullptr) return "memory of a library";
  int status = 0;
  char* readable = abi::__cxa_demangle(found.dli_sname, nullptr, nullptr, &status);
  const std::string name = readable ? readable : usual_name(found.dli_sname, found.dli_saddr);
  std::free(readable);
  return name;
}

// Threads may share the standard streams as far as input and output goes: accesses of such functions conflict with those
// of other code, but not with each other, as those of atomics do. A write is journalled last: what it is to be undone
// to is what is there after the others' steps that come before it.
void Engine::access_library(Address a, std::uint64_t size, AccessKind kind, SiteId site) {
  const Address key = libraries.key_of(a, size);
  if (!key) return;
  if (is_error_number(a)) look_at_error_number(a);
  if (image.sites[site].in_stream_function) {
    if (SpinRound& round = spin_round(current); round.loop)
      is_write(kind) ? note_write(round, key, size, read_value(key, size)) : note_read(round, key, size, read_value(key, size));
    if (recorder) record_access(current, key, size, kind, site);
    const AccessKind shared = is_write(kind) ? AccessKind::AtomicWrite : AccessKind::AtomicRead;
    if (auto race = detector ? detector->access({current, shared, key, size, site}) : std::nullopt) report_race(std::move(*race));
  } else {
    access(key, size, kind, site);
  }
  if (is_write(kind) && !memory.holds_library_data(a)) journal.remember_bytes(reinterpret_cast<void*>(a), size);
}

}  // namespace heddle
