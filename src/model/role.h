// How an operation touches an object, as far as dependency goes: the dependence class of an operation kind
// (operation_kinds.def). The table of search/dependency.cpp has a row and a column for each; checkpoints hold the
// numbers.
#pragma once
#include <cstdint>

namespace heddle {

enum class Role : std::uint8_t {
  Nothing,
  MutexAcquire,  // waits until the mutex is free
  MutexTry,      // takes it if it is free: enabled always
  MutexRelease,  // by the owner
  MutexPass,     // a std::lock begins: until it has them all it may hold this one for a moment
  MutexAdmin,    // init, destroy
  CondWait,
  CondReacquire,
  CondSignal,
  CondBroadcast,
  CondAdmin,
  RwRead,  // with the try and timed variants: what they do depends only on writers
  RwWrite,
  RwTryWrite,    // and reading that minds readers or writers who wait, and the beginning of such a wait
  RwUnlock,      // of a read or a write lock, we cannot tell
  RwReadUnlock,  // silent ones say which
  RwWriteUnlock,
  RwPass,  // as MutexPass
  RwAdmin,
  Semaphore,
  Barrier,
  Once,
  MemoryRead,
  MemoryWrite,
  FutexWait,
  FutexSleep,
  FutexWake,
  ChannelLook,
  ChannelAdd,  // one of many changes that do not notice each other
  ChannelUse,
  Storage,  // the end of it: of whatever lies there
  kCount
};

}  // namespace heddle
