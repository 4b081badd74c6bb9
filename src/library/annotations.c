// What a program says to ThreadSanitizer, Helgrind and their like, where it says it though none of them is there (Heddle
// itself is none: __has_feature(thread_sanitizer) is false). What tells of order is believed, what tells of harmless
// races is heddle_benign_race; the rest, above all what asks a detector to look away, says nothing here.
#include <stddef.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

// machine/state.cpp: everything before a call of the first happens before whatever comes after a later call of the second.
void heddle_orders_before(const volatile void* address);
void heddle_orders_after(const volatile void* address);
void heddle_benign_race(const volatile void* address, size_t size);

void __tsan_acquire(void* address) { heddle_orders_after(address); }
void __tsan_release(void* address) { heddle_orders_before(address); }

// A lock of the program's own: what it is made of is seen anyway.
void __tsan_mutex_create(void* mutex, unsigned flags) {}
void __tsan_mutex_destroy(void* mutex, unsigned flags) {}
void __tsan_mutex_pre_lock(void* mutex, unsigned flags) {}
void __tsan_mutex_post_lock(void* mutex, unsigned flags, int recursion) { heddle_orders_after(mutex); }
int __tsan_mutex_pre_unlock(void* mutex, unsigned flags) {
  heddle_orders_before(mutex);
  return 0;
}
void __tsan_mutex_post_unlock(void* mutex, unsigned flags) {}
void __tsan_mutex_pre_signal(void* mutex, unsigned flags) {}
void __tsan_mutex_post_signal(void* mutex, unsigned flags) {}
void __tsan_mutex_pre_divert(void* mutex, unsigned flags) {}
void __tsan_mutex_post_divert(void* mutex, unsigned flags) {}

#define PLACE const char *file, int line
#define BEFORE(name) \
  void name(PLACE, const volatile void* address) { heddle_orders_before(address); }
#define AFTER(name) \
  void name(PLACE, const volatile void* address) { heddle_orders_after(address); }
BEFORE(AnnotateHappensBefore)
BEFORE(WTFAnnotateHappensBefore)
BEFORE(AnnotateCondVarSignal)
BEFORE(AnnotateCondVarSignalAll)
AFTER(AnnotateHappensAfter)
AFTER(WTFAnnotateHappensAfter)
void AnnotateCondVarWait(PLACE, const volatile void* condition, const volatile void* lock) {
  heddle_orders_after(condition);
}
void AnnotateRWLockCreate(PLACE, const volatile void* lock) {}
void AnnotateRWLockCreateStatic(PLACE, const volatile void* lock) {}
void AnnotateRWLockDestroy(PLACE, const volatile void* lock) {}
void AnnotateRWLockAcquired(PLACE, const volatile void* lock, long writer) { heddle_orders_after(lock); }
void AnnotateRWLockReleased(PLACE, const volatile void* lock, long writer) { heddle_orders_before(lock); }

void AnnotateBenignRaceSized(PLACE, const volatile void* memory, size_t size, const char* description) {
  heddle_benign_race(memory, size);
}
void WTFAnnotateBenignRaceSized(PLACE, const volatile void* memory, size_t size, const char* description) {
  heddle_benign_race(memory, size);
}
void AnnotateBenignRace(PLACE, const volatile void* memory, const char* description) { heddle_benign_race(memory, 8); }

#define NOTHING(name) \
  void name(PLACE) {}
NOTHING(AnnotateIgnoreReadsBegin)
NOTHING(AnnotateIgnoreReadsEnd)
NOTHING(AnnotateIgnoreWritesBegin)
NOTHING(AnnotateIgnoreWritesEnd)
NOTHING(AnnotateIgnoreSyncBegin)
NOTHING(AnnotateIgnoreSyncEnd)
NOTHING(AnnotateFlushState)
void AnnotateEnableRaceDetection(PLACE, int enable) {}
void AnnotateMutexIsUsedAsCondVar(PLACE, const volatile void* mutex) {}
void AnnotateMutexIsNotPHB(PLACE, const volatile void* mutex) {}
void AnnotateNewMemory(PLACE, const volatile void* memory, size_t size) {}
void AnnotateFlushExpectedRaces(PLACE) {}
void AnnotateThreadName(PLACE, const char* name) {}
void AnnotateTraceMemory(PLACE, const volatile void* memory) {}
void AnnotateNoOp(PLACE, const volatile void* memory) {}
void AnnotatePublishMemoryRange(PLACE, const volatile void* memory, size_t size) {}
void AnnotateUnpublishMemoryRange(PLACE, const volatile void* memory, size_t size) {}
void AnnotateMemoryIsInitialized(PLACE, const volatile void* memory, size_t size) {}
void AnnotateMemoryIsUninitialized(PLACE, const volatile void* memory, size_t size) {}
int RunningOnValgrind(void) { return 0; }
