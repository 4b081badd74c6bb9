// What operations are called in reports, and which of them access memory.
#include "model/operation.h"

namespace heddle {

const char* name_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::None:
      return "none";
    case OperationKind::ThreadCreate:
      return "create";
    case OperationKind::ThreadExit:
      return "exit";
    case OperationKind::Join:
      return "join";
    case OperationKind::Detach:
      return "detach";
    case OperationKind::MutexInit:
      return "init mutex";
    case OperationKind::MutexDestroy:
      return "destroy mutex";
    case OperationKind::MutexLock:
      return "lock";
    case OperationKind::MutexTryLock:
      return "try lock";
    case OperationKind::MutexTimedLock:
      return "timed lock";
    case OperationKind::MutexAbandon:
      return "mutex_abandon";
    case OperationKind::MutexConsistent:
      return "mutex_consistent";
    case OperationKind::LockAllBegin:
      return "lock_all_begin";
    case OperationKind::LockAll:
      return "lock_all";
    case OperationKind::MutexUnlock:
      return "unlock";
    case OperationKind::CondInit:
      return "init condition";
    case OperationKind::CondDestroy:
      return "destroy condition";
    case OperationKind::CondWait:
      return "wait";
    case OperationKind::CondTimedWait:
      return "timed wait";
    case OperationKind::CondReacquire:
      return "return from wait";
    case OperationKind::CondSignal:
      return "signal";
    case OperationKind::CondBroadcast:
      return "broadcast";
    case OperationKind::RwInit:
      return "init rwlock";
    case OperationKind::RwDestroy:
      return "destroy rwlock";
    case OperationKind::RwReadLock:
      return "read lock";
    case OperationKind::RwWriteLock:
      return "write lock";
    case OperationKind::RwTryReadLock:
      return "try read lock";
    case OperationKind::RwTryWriteLock:
      return "try write lock";
    case OperationKind::RwTimedReadLock:
      return "timed read lock";
    case OperationKind::RwWriteArrive:
      return "rw_write_arrive";
    case OperationKind::RwTimedWriteLock:
      return "timed write lock";
    case OperationKind::RwUnlock:
      return "unlock rwlock";
    case OperationKind::SemInit:
      return "init semaphore";
    case OperationKind::SemDestroy:
      return "destroy semaphore";
    case OperationKind::SemWait:
      return "semaphore wait";
    case OperationKind::SemTryWait:
      return "try semaphore wait";
    case OperationKind::SemTimedWait:
      return "timed semaphore wait";
    case OperationKind::SemPost:
      return "post";
    case OperationKind::SemGetValue:
      return "get value";
    case OperationKind::BarrierInit:
      return "init barrier";
    case OperationKind::BarrierDestroy:
      return "destroy barrier";
    case OperationKind::BarrierArrive:
      return "arrive at barrier";
    case OperationKind::BarrierLeave:
      return "leave barrier";
    case OperationKind::OnceEnter:
      return "enter once";
    case OperationKind::OnceDone:
      return "finish once";
    case OperationKind::OnceAbandon:
      return "abandon once";
    case OperationKind::AtomicLoad:
      return "atomic load";
    case OperationKind::AtomicStore:
      return "atomic store";
    case OperationKind::AtomicRmw:
      return "atomic read-modify-write";
    case OperationKind::AtomicCompareExchange:
      return "atomic compare-exchange";
    case OperationKind::Fence:
      return "fence";
    case OperationKind::FutexWait:
      return "futex wait";
    case OperationKind::FutexTimedWait:
      return "timed futex wait";
    case OperationKind::FutexSleep:
      return "return from futex wait";
    case OperationKind::FutexWake:
      return "futex wake";
    case OperationKind::PlainRead:
      return "read";
    case OperationKind::PlainWrite:
      return "write";
    case OperationKind::StorageEnd:
      return "end of storage";
    case OperationKind::Choose:
      return "choose";
    case OperationKind::Yield:
      return "yield";
    case OperationKind::Cancel:
      return "cancel";
    case OperationKind::CancelPoint:
      return "cancel_point";
    case OperationKind::SpinWait:
      return "spin";
    case OperationKind::LoopPoint:
      return "loop";
    case OperationKind::LoopCut:
      return "loop followed no further";
    case OperationKind::Assume:
      return "assumption that does not hold";
    case OperationKind::AtomicSection:
      return "atomic section";
    case OperationKind::Label:
      return "label";
    case OperationKind::ProcessExit:
      return "end of process";
  }
  return "unknown operation";
}

bool begins_or_ends_object(OperationKind kind) {
  switch (kind) {
    case OperationKind::MutexInit:
    case OperationKind::MutexDestroy:
    case OperationKind::CondInit:
    case OperationKind::CondDestroy:
    case OperationKind::RwInit:
    case OperationKind::RwDestroy:
    case OperationKind::SemInit:
    case OperationKind::SemDestroy:
    case OperationKind::BarrierInit:
    case OperationKind::BarrierDestroy:
      return true;
    default:
      return false;
  }
}

bool is_memory_access(OperationKind kind) {
  switch (kind) {
    case OperationKind::AtomicLoad:
    case OperationKind::AtomicStore:
    case OperationKind::AtomicRmw:
    case OperationKind::AtomicCompareExchange:
    case OperationKind::PlainRead:
    case OperationKind::PlainWrite:
      return true;
    default:
      return false;
  }
}

bool may_write(OperationKind kind) {
  return is_memory_access(kind) && kind != OperationKind::AtomicLoad && kind != OperationKind::PlainRead;
}

}  // namespace heddle
