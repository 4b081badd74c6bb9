// A program of locks: what is left of a threaded program when its data is abstracted away (Kahlon, Ivancic, Gupta 2005,
// section 2). Threads are flow graphs with procedures and recursion; they interact by locks, forks and joins alone;
// every branch can go either way. Who reads the source builds one (`Program`), the analyses of this folder answer for
// it.
//
// What an edge means (`Action`), and therefore what "reachable" means everywhere here:
//   * A thread stands at a node; to go over an edge it performs the edge's action; it can pause anywhere.
//   * An action with several choices performs any one of them; with `others` it may also be a lock, procedure or thread
//     that is not listed. An acquire of such a lock never blocks, a release of it has no effect on the listed ones.
//   * A lock is held by one thread exclusively or by several shared. A thread that acquires what it holds: counts if
//   the
//     lock is recursive or if both modes are shared; otherwise it blocks forever (tries: the edge cannot be taken).
//     A release or wait chooses among the locks that are held; if none of its choices is, the release has no effect,
//     and the wait only acquires. A lock that stands for several (`concrete` is false) never blocks.
//   * A thread is started by its fork. If it is not `several`, the fork happens at most once; if it is, one fork starts
//   any
//     number of them. A join passes when the thread has ended: its entry procedure has returned, or it took an edge
//     with End. A join of a thread with `several`, with several choices or with others, never blocks; one of `all`
//     passes when no instance of the thread runs. Only the thread that forks them, and no other, may have such an edge.
//   * Two accesses race if two threads can stand before them at the same time.
//
// Numbers of sites and labels are the caller's; they come back in the findings.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "support/strong_id.h"

namespace heddle::locks {

// Declared here: in a template argument the name would mean a tag of model/ids.h wherever that was included before.
struct LockTag;
struct ProcedureTag;
struct ThreadTag;
struct AccessTag;
struct ObjectTag;
struct LabelTag;
using LockId = StrongId<LockTag, std::uint32_t>;
using ProcedureId = StrongId<ProcedureTag, std::uint32_t>;
using ThreadId = StrongId<ThreadTag, std::uint32_t>;
using AccessId = StrongId<AccessTag, std::uint32_t>;
using ObjectId = StrongId<ObjectTag, std::uint32_t>;  // memory that accesses may have in common
using LabelId = StrongId<LabelTag, std::uint32_t>;
using Node = std::uint32_t;  // counts from zero in each procedure
using Site = std::uint32_t;

enum class Mode : std::uint8_t { kExclusive, kShared };
inline bool conflict(Mode a, Mode b) { return a == Mode::kExclusive || b == Mode::kExclusive; }

struct Nothing {};
struct Acquire {
  std::vector<LockId> choices;
  Mode mode = Mode::kExclusive;
  bool tries = false;  // the edge where a try-lock succeeds; it never waits. Failure is an edge of its own with Nothing
  bool others = false;  // may be a lock that is not in Program::locks
};
struct AcquireAll {  // std::lock, std::scoped_lock: exclusively, all at once, holding none of them while it waits
  std::vector<LockId> locks;
  bool others = false;  // and locks that are not in Program::locks
};
struct Release {  // the lock may be held in either mode
  std::vector<LockId> choices;
  bool others = false;
};
struct Wait {  // on a condition: releases the mutex, acquires it again. That anybody signals is taken for granted
  std::vector<LockId> choices;
  bool others = false;
};
struct Call {  // one of these. For callees without a body: no edge, or Nothing
  std::vector<ProcedureId> choices;
  bool others = false;
};
struct Fork {
  ThreadId thread;
};
struct Join {
  std::vector<ThreadId> choices;  // more than one, or others: it proves nobody's end
  bool others = false;
  // False: the end of a thread object, which ends the process if its thread runs on. Passes if the thread was not
  // forked or has ended, and nobody waits there.
  bool waits = true;
  bool all =
      false;  // every instance of the one choice, which is `several`, that was started until here; without `waits`
};
struct Access {
  AccessId access;
};
struct Label {
  LabelId label;
};
struct End {};  // pthread_exit: the thread ends here, at any depth of calls. Where the edge leads to does not matter

using Action = std::variant<Nothing, Acquire, AcquireAll, Release, Wait, Call, Fork, Join, Access, Label, End>;

struct Edge {
  Node from = 0, to = 0;
  Action action;
  Site site = 0;
};

struct Procedure {
  std::string name;
  std::uint32_t nodes = 0;
  Node entry = 0, exit = 0;  // it returns when it stands at exit; edges from there are not taken
  std::vector<Edge> edges;
};

// One edge of the program: index into the edges of its procedure.
struct Place {
  ProcedureId procedure;
  std::uint32_t edge = 0;
  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Lock {
  std::string name;
  bool recursive = false;
  bool concrete =
      true;  // false: stands for several locks (an array's, a heap object's): excludes nobody, but may deadlock
};

struct Held {
  LockId lock;
  Mode mode = Mode::kExclusive;
  friend bool operator==(const Held&, const Held&) = default;
};

struct Thread {
  std::string name;
  ProcedureId entry;
  bool several = false;  // there may be any number of such threads at the same time
  bool forked = true;    // false: runs from the beginning (main, or an entry point of a library)
  std::vector<Held>
      initially_held;  // only without `forked` and `several`; concrete, in the order of acquisition, disjoint or shared
};

// What an access touches. Two race if they have an object in common, one writes, not both are atomic.
struct AccessInfo {
  std::vector<ObjectId> objects;  // sorted
  bool write = false;
  bool atomic = false;
  // Accesses with the same number, not zero, are the same text of the source: one race of such a pair is listed.
  std::uint32_t source = 0;
};

struct Program {
  std::vector<Procedure> procedures;
  std::vector<Lock> locks;
  std::vector<Thread> threads;
  std::vector<AccessInfo> accesses;

  const Procedure& operator[](ProcedureId p) const { return procedures[p.index()]; }
  const Lock& operator[](LockId l) const { return locks[l.index()]; }
  const Thread& operator[](ThreadId t) const { return threads[t.index()]; }
  const AccessInfo& operator[](AccessId a) const { return accesses[a.index()]; }
  const Edge& operator[](Place p) const { return procedures[p.procedure.index()].edges[p.edge]; }
};

// What is wrong with it (an id out of range, a fork of a thread that is not `forked`, ...); empty if nothing is.
std::string malformed(const Program&);

}  // namespace heddle::locks
