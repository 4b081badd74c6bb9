// Where the program's memory lies. Everything the program under test can write sits in one fixed range, so that
// addresses are the same in every execution, in check and in replay, and shadow memory is one multiplication away.
//
//   kImageBase    JIT-compiled code and constants
//   kProgramBase  globals | stacks, a slot for each thread | heap arenas, likewise | keys of library data   kProgramEnd
//   kShadowBase   the detector's shadow, 16 bytes per 4 program bytes
//
// AddressSanitizer keeps its own shadow up to 0x1000'7fff'8000: the program lies above it, so that sanitized builds
// work.
#pragma once
#include <cstddef>

#include "model/ids.h"
#include "model/processes.h"

namespace heddle {

inline constexpr Address kProgramBase = 0x1100'0000'0000;
inline constexpr std::size_t kGlobalsSize = std::size_t{1} << 30;
inline constexpr Address kStacksBase = kProgramBase + kGlobalsSize;
inline constexpr std::size_t kStackStride = std::size_t{1} << 26;  // 64 MB of address space a thread, guard included
inline constexpr std::size_t kStacksSize = kStackStride * kThreadSlots;
inline constexpr Address kHeapBase = kStacksBase + kStacksSize;
inline constexpr std::size_t kHeapStride = std::size_t{1} << 31;  // 2 GB a thread
inline constexpr std::size_t kHeapSize = kHeapStride * kThreadSlots;
// Variables of shared libraries lie elsewhere, and somewhere else in each run. Here nothing is mapped: an address stands
// for one of their bytes in detectors, dependencies and schedules (machine/library_data.h).
inline constexpr Address kLibraryBase = kHeapBase + kHeapSize;
inline constexpr std::size_t kLibrarySize = std::size_t{1} << 30;
inline constexpr Address kProgramEnd = kLibraryBase + kLibrarySize;
inline constexpr std::size_t kProgramSize = kProgramEnd - kProgramBase;

// JIT-compiled code lies directly below the globals: both within reach of a 32-bit displacement.
inline constexpr std::size_t kImageSize = std::size_t{1} << 30;
inline constexpr Address kImageBase = kProgramBase - kImageSize;

inline constexpr Address kShadowBase = 0x2000'0000'0000;
inline constexpr std::size_t kShadowSize = kProgramSize * 4;
static_assert(kProgramEnd < kShadowBase && kShadowBase + kShadowSize < 0x7000'0000'0000);

// Objects without memory: what threads contend for when they begin to end the process, what orders atomic sections, and
// the first of those for state that models keep (State in machine/models.h).
inline constexpr Address kExitObject = 0x7fff'0000'0000;
inline constexpr Address kSectionObject = kExitObject + 8;
inline constexpr Address kStateObject = kSectionObject + 8;
inline constexpr std::size_t kStateStride = 64;  // of one process
inline constexpr Address exit_object_of(std::size_t process) { return kExitObject + 0x1'0000 * process; }
inline constexpr bool is_process_state(Address a) { return a - kStateObject < 0x1000; }

// Objects of the world outside that have names of their own, whatever the order in which they came up
// (src/library/world.h): descriptors by their number, files by what their first name hashes to.
inline constexpr Address kWorldObject = 0x7ffe'0000'0000;
inline constexpr std::size_t kDescriptorStride = 0x4000;  // of one process
inline constexpr Address kFileObject = kWorldObject + 0x2'0000;
static_assert(kDescriptorStride * kMaxProcesses <= kFileObject - kWorldObject);
inline constexpr bool is_world_object(Address a) { return a - kWorldObject < 0x1000'0000; }

inline constexpr bool in_program_memory(Address a) { return a - kProgramBase < kProgramSize; }
inline constexpr bool in_heap(Address a) { return a - kHeapBase < kHeapSize; }
inline constexpr bool is_library_key(Address a) { return a - kLibraryBase < kLibrarySize; }
inline constexpr bool in_stacks(Address a) { return a - kStacksBase < kStacksSize; }
// Whose slot it is: machine/thread_slots.h.
inline constexpr std::size_t heap_slot(Address a) { return (a - kHeapBase) / kHeapStride; }
inline constexpr std::size_t stack_slot(Address a) { return (a - kStacksBase) / kStackStride; }

}  // namespace heddle
