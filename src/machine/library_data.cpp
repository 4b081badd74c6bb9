#include "machine/library_data.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <cstdlib>
#include <span>

#include "machine/engine.h"
#include "machine/error_numbers.h"
#include "machine/streams.h"
#include "model/address_space.h"

namespace heddle {
namespace {

constexpr Address kPage = 4096;

// The C library has several names for many of its variables: the one that programs use.
const char* usual_name(const char* symbol, const void* place) {
  const char* plain = symbol;
  while (*plain == '_') plain++;
  return symbol[0] == '_' && symbol[1] == '_' && dlsym(RTLD_DEFAULT, plain) == place ? plain : symbol;
}

}  // namespace

std::vector<std::pair<Address, Address>> variables_of(const dl_phdr_info& library) {
  const std::span parts(library.dlpi_phdr, library.dlpi_phnum);
  Address constants = 0;  // end of what the loader has made read-only after relocation
  for (const auto& part : parts)
    if (part.p_type == PT_GNU_RELRO)
      constants = std::max(constants, (library.dlpi_addr + part.p_vaddr + part.p_memsz) & ~(kPage - 1));
  std::vector<std::pair<Address, Address>> ranges;
  for (const auto& part : parts) {
    if (part.p_type != PT_LOAD || !(part.p_flags & PF_W)) continue;
    const Address begin = library.dlpi_addr + part.p_vaddr;
    ranges.emplace_back(std::max(begin, constants), begin + part.p_memsz);
  }
  return ranges;
}

LibraryData::LibraryData() : next_key_(kLibraryBase) {
  add(reinterpret_cast<Address>(error_numbers), reinterpret_cast<Address>(error_numbers + kThreadSlots));
  const auto visit = [](dl_phdr_info* info, std::size_t, void* self) {
    if (info->dlpi_name[0] == 0) return 0;  // the tool itself
    for (const auto& [begin, end] : variables_of(*info)) static_cast<LibraryData*>(self)->add(begin, end);
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

// errno is in the state of its thread, with what was set since (explicit_state.cpp). Here it does not belong: models
// set it, too, and what was there before the first write of the program would depend on the way.
void LibraryData::note_written(Address key, std::uint64_t size) {
  const Address first = place_of(key);
  if (is_error_number(first)) return;
  const auto* place = reinterpret_cast<const std::byte*>(first);
  for (std::uint64_t i = 0; i < size; ++i) written_.try_emplace(key + i, place[i]);
}

void LibraryData::write_state(StateWriter& to) const {
  for (const auto& [key, before] : written_) {
    const std::byte now = *reinterpret_cast<const std::byte*>(place_of(key));
    if (now != before) to.word(key << 8 | static_cast<std::uint64_t>(now));
  }
  to.word(0);
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

bool Engine::streams_are_shared() const { return !streams_state().unsynchronised; }

// A write is journalled last: what it is to be undone to is what is there after the others' steps that come before it.
void Engine::access_library(Address a, std::uint64_t size, AccessKind kind, SiteId site) {
  const Address key = libraries.key_of(a, size);
  if (!key) return is_write(kind) ? write_outside(a, site) : void();
  if (is_error_number(a)) look_at_error_number(a);
  const bool in_stream_function = image.sites[site].in_stream_function;
  if (!in_stream_function)
    access(key, size, kind, site);
  else if (is_watched(key, size) || (streams_are_shared() && standard_streams.is_seen_by_others(a)))
    visible_access(key, size, kind, site);
  else
    plain_access(current, key, size, kind, site);
  if (is_write(kind) && in_stream_function && standard_streams.is_silent_state(a) && !alone())
    limit("an output function changes the state of " + libraries.name(key) +
          ": who prints before that and who after it is not explored");
  if (!is_write(kind) || memory.holds_library_data(a)) return;
  journal.remember_bytes(reinterpret_cast<void*>(a), size);
  libraries.note_written(key, size);
}

// Threads may share the standard streams as far as input and output goes: accesses of such functions conflict with
// those of other code, but not with each other, as those of atomics do. Streams that are not synchronised with stdio
// they may not share: whoever begins to read or write there changes the buffer.
AccessKind Engine::told_to_detector(Address key, AccessKind kind, SiteId site) const {
  if (!image.sites[site].in_stream_function) return kind;
  const Address place = libraries.place_of(key);
  if (!streams_are_shared() && standard_streams.hold(place))
    return standard_streams.is_state(place) ? AccessKind::Write : kind;
  return is_write(kind) ? AccessKind::AtomicWrite : AccessKind::AtomicRead;
}

}  // namespace heddle
