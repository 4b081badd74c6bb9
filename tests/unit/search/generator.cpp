// Random toy programs; see generator.h. A program draws a few themes and mixes only these, so that operations on the
// same kind of object are frequent; sometimes main works too instead of merely waiting.
#include "generator.h"

#include "../../environment.h"

namespace heddle::toy {
namespace {
constexpr unsigned kThemes = 10;
}

MemoryOrder Generator::order() {
  if (!weak_) return MemoryOrder::SequentiallyConsistent;
  static constexpr MemoryOrder kOrders[] = {MemoryOrder::Relaxed, MemoryOrder::AcquireRelease,
                                            MemoryOrder::SequentiallyConsistent};
  return kOrders[below(3)];
}

void Generator::body(Script& s, unsigned depth) {
  if (plain_ && one_in(2)) {
    s.push_back(one_in(2) ? Instruction{Code::Read, below(2)} : Instruction{Code::Write, below(2), below(3)});
    return;
  }
  if (depth < 2 && one_in(2)) operation(s, depth + 1);
}

void Generator::operation(Script& s, unsigned depth) {
  const std::uint8_t o = one_in(3) ? 1 : 0;
  switch (themes_[below(3)]) {
    case 0: {  // atomics
      const Code kinds[] = {Code::Load, Code::Store, Code::Add, Code::CompareExchange};
      s.push_back({kinds[below(4)], o, below(3), below(3), order()});
      break;
    }
    case 1: {  // a critical section
      const bool tries = tries_ && one_in(2);
      const std::uint8_t kind = o == 1 ? kind_ : 0;
      if (!tries) {
        s.push_back({Code::Lock, o, kind});
        body(s, depth);
        s.push_back({Code::Unlock, o, kind});
        break;
      }
      s.push_back({one_in(2) ? Code::TryLock : Code::TimedLock, o, kind});
      Script inner;
      body(inner, depth);
      inner.push_back({Code::Unlock, o, kind});
      s.push_back({Code::SkipUnless, 0, static_cast<std::uint8_t>(inner.size())});
      s.insert(s.end(), inner.begin(), inner.end());
      break;
    }
    case 2: {  // semaphores
      const Code kinds[] = {Code::SemWait, Code::SemPost, Code::SemPost, Code::SemTryWait, Code::SemTimedWait};
      s.push_back({kinds[below(tries_ ? 5 : 3)], o});
      break;
    }
    case 3:  // conditions
      switch (below(4)) {
        case 0:
          s.push_back({Code::Signal, 0});
          break;
        case 1:
          s.push_back({Code::Broadcast, 0});
          break;
        default:
          s.push_back({Code::Lock, 0});
          s.push_back({tries_ && one_in(2) ? Code::CondTimedWait : Code::CondWait, 0, 0});
          body(s, depth);
          s.push_back({Code::Unlock, 0});
          break;
      }
      break;
    case 4: {  // read/write locks
      const bool reads = one_in(2);
      const bool tries = tries_ && one_in(2);
      s.push_back({tries   ? (reads ? Code::TryReadLock : Code::TryWriteLock)
                   : reads ? Code::ReadLock
                           : Code::WriteLock,
                   o});
      Script inner;
      body(inner, one_in(2) ? depth : 2);
      inner.push_back({Code::RwUnlock, o});
      if (tries) s.push_back({Code::SkipUnless, 0, static_cast<std::uint8_t>(inner.size())});
      s.insert(s.end(), inner.begin(), inner.end());
      break;
    }
    case 5:
      s.push_back({Code::Arrive, o});
      break;
    case 6: {
      Script inner;
      body(inner, 1);
      s.push_back({Code::Once, o, static_cast<std::uint8_t>(inner.size())});
      s.insert(s.end(), inner.begin(), inner.end());
      s.push_back({Code::OnceEnd, o, one_in(5) ? std::uint8_t{1} : std::uint8_t{0}});
      break;
    }
    case 7: {
      const Code kinds[] = {Code::FutexWait, Code::FutexWake, Code::FutexTimedWait};
      s.push_back({kinds[below(tries_ ? 3 : 2)], o, below(2)});
      if (one_in(2)) s.push_back({Code::Store, o, below(2)});
      break;
    }
    case 8:
      switch (below(3)) {
        case 0:
          s.push_back({Code::SpinWhile, o, 0});
          break;
        case 1:
          s.push_back({Code::SpinTestAndSet, o});
          body(s, depth);
          s.push_back({Code::Store, o, 0});
          break;
        default:
          s.push_back({Code::Store, o, below(2)});
          break;
      }
      break;
    default:
      if (one_in(3))
        s.push_back({Code::Choose, 2});
      else
        s.push_back({Code::Add, o, 1, 0, order()});
      break;
  }
  if (one_in(5)) {  // a branch on what was just seen
    Script inner;
    if (asserts_ && one_in(3))
      inner.push_back({Code::AssertNot, s.back().code == Code::Write ? std::uint8_t{0} : below(2)});
    else
      operation(inner, depth + 1);
    s.push_back({Code::SkipUnless, below(2), static_cast<std::uint8_t>(inner.size())});
    s.insert(s.end(), inner.begin(), inner.end());
  }
}

Program Generator::program() {
  for (unsigned& t : themes_) t = below(kThemes);
  if (one_in(3)) themes_[2] = 0;
  weak_ = one_in(3);
  tries_ = one_in(2);
  asserts_ = one_in(4);
  plain_ = one_in(3);
  kind_ = one_in(2) ? std::uint8_t{0} : static_cast<std::uint8_t>(1 + below(2));
  threads_ = one_in(8) ? 4 : 2 + below(2);
  std::vector<Script> children(threads_);
  for (Script& s : children) {
    const unsigned length = threads_ == 2 ? 2 + below(3) : 1 + below(threads_ == 3 ? 3 : 2);
    for (unsigned i = 0; i < length; ++i) {
      operation(s, 0);
      if (plain_ && one_in(3))
        s.push_back(one_in(2) ? Instruction{Code::Read, below(2)} : Instruction{Code::Write, below(2), below(3)});
    }
  }
  // As exit() does it: whoever comes second waits for the end. (_exit does not ask.)
  const auto exits = [&](Script& s) {
    if (one_in(2)) s.push_back({Code::Once, 3, 0});
    s.push_back({Code::Exit});
  };
  const bool some_exit = one_in(12);
  if (some_exit) exits(children[0]);
  Program p = Program::of(children);
  if (one_in(3)) {  // main works between creating and joining, and does not join everybody
    Script main;
    for (std::uint8_t i = 1; i <= threads_; ++i) {
      main.push_back({Code::Create, i});
      if (one_in(2)) operation(main, 1);
      if (i > 1 && one_in(3)) main.push_back({Code::Join, static_cast<std::uint8_t>(i - 1)});
    }
    if (one_in(2)) operation(main, 1);
    const Instruction& last = main.back();
    if (!(last.code == Code::Join && last.a == threads_) && one_in(2))
      main.push_back({Code::Join, static_cast<std::uint8_t>(threads_)});
    p.threads[0] = main;
  }
  if (some_exit && one_in(2)) exits(p.threads[0]);
  for (auto& s : p.semaphores) s = below(2);
  p.spurious = one_in(8);
  return p;
}

Program Generator::lock_program() {
  const bool careful = one_in(2);  // the cell belongs to the lock
  const unsigned threads = 2 + below(2);
  auto access = [&](std::uint8_t cell) {
    return one_in(3) ? Instruction{Code::Write, cell, below(3)} : Instruction{Code::Read, cell};
  };
  std::vector<Script> children(threads);
  for (Script& s : children) {
    for (unsigned i = 0, length = 2 + below(threads == 2 ? 3 : 2); i < length; ++i) {
      const std::uint8_t lock = below(2);
      const auto kind = below(6);
      if (kind < 4) {
        s.push_back({Code::Lock, lock});
        for (unsigned n = below(3); n > 0; --n) s.push_back(access(careful ? lock : below(2)));
        if (one_in(6)) {
          const std::uint8_t inner = one_in(3) ? lock : static_cast<std::uint8_t>(1 - lock);
          if (inner != lock) s.insert(s.end(), {{Code::Lock, inner}, access(inner), {Code::Unlock, inner}});
        }
        s.push_back({Code::Unlock, lock});
        if (one_in(5)) s.push_back({Code::AssertNot, 2});
      } else if (kind == 4) {
        s.push_back({Code::Store, 0, 1, 0, MemoryOrder::Relaxed});
      } else {
        s.push_back({Code::Load, 0, 0, 0, MemoryOrder::Relaxed});
        s.push_back({Code::SkipUnless, below(2), 3});
        s.insert(s.end(), {{Code::Lock, lock}, access(lock), {Code::Unlock, lock}});
      }
      if (one_in(careful ? 12 : 5)) s.push_back(access(below(3)));
    }
  }
  return Program::of(children);
}

// Counters under lock 1, which decide nothing, or not quite; beside them data under lock 0 that decides, and hand-overs
// that are right only because of one of these locks.
Program Generator::counter_program() {
  threads_ = 2 + below(2);
  const bool careless = one_in(4);
  const auto access = [&](std::uint8_t cell) {
    return one_in(2) ? Instruction{Code::Write, cell, below(3)} : Instruction{Code::Read, cell};
  };
  const auto count = [&](Script& s) {
    s.push_back({Code::Lock, 1});
    if (one_in(2)) s.push_back({Code::Read, 1});
    if (!one_in(5)) s.push_back({Code::Write, 1, below(3)});
    if (careless && one_in(3)) s.push_back(access(below(3)));
    s.push_back({Code::Unlock, 1});
    if (careless && one_in(4)) s.push_back({Code::AssertNot, 2});
    if (careless && one_in(4)) s.insert(s.end(), {{Code::SkipUnless, below(2), 1}, access(2)});
  };
  std::vector<Script> children(threads_);
  for (Script& s : children) {
    for (unsigned i = 0, length = 2 + below(threads_ == 2 ? 3 : 2); i < length; ++i) {
      switch (below(5)) {
        case 0:
        case 1:
          count(s);
          break;
        case 2:  // decides
          s.insert(s.end(), {{Code::Lock, 0}, {Code::Read, 0}, {Code::SkipUnless, below(2), 1}, access(2)});
          if (one_in(2)) s.push_back({Code::Write, 0, below(2)});
          if (one_in(4)) count(s);
          s.push_back({Code::Unlock, 0});
          break;
        case 3:
          s.insert(s.end(), {{Code::Lock, 0}, access(one_in(2) ? 2 : 0), {Code::Unlock, 0}});
          break;
        default:
          if (one_in(3)) s.push_back(access(one_in(4) ? 1 : 3));
          break;
      }
    }
    if (one_in(30)) s.push_back({Code::Exit});
  }
  Program p = Program::of(children);
  p.threads[0].push_back(access(one_in(3) ? 1 : 2));  // after the joins
  return p;
}

// Some accesses, a branch on what was read, or a critical section around such.
void Generator::data(Script& s, unsigned depth) {
  const std::uint8_t cell = below(3);
  const auto inside = [&](unsigned most) {
    Script inner;
    for (unsigned n = 1 + below(most); n > 0; --n) data(inner, depth + 1);
    return inner;
  };
  const auto guarded = [&](Code take, Code give, std::uint8_t lock) {
    s.push_back({take, lock});
    const bool tries = take == Code::TryLock || take == Code::SemTryWait;
    Script inner = inside(2);
    inner.push_back({give, lock});
    if (tries) s.push_back({Code::SkipUnless, 0, static_cast<std::uint8_t>(inner.size())});
    s.insert(s.end(), inner.begin(), inner.end());
  };
  switch (depth > 2 ? below(5) : below(12)) {
    case 0:
    case 1:
      s.push_back({Code::Read, cell});
      break;
    case 2:
    case 3:
      s.push_back({Code::Write, cell, below(2)});
      break;
    case 4:
      s.push_back(one_in(3) ? Instruction{Code::Add, below(2), 1, 0, order()}
                            : Instruction{one_in(2) ? Code::Load : Code::Store, below(2), below(2), 0, order()});
      break;
    case 5:
    case 6: {  // a branch on what was read
      s.push_back(one_in(3) ? Instruction{Code::Load, below(2), 0, 0, order()} : Instruction{Code::Read, cell});
      if (one_in(8)) s.push_back({Code::Unlock, 0});  // often not held: a misuse, which ends the execution early
      const Script inner = inside(2);
      s.push_back({Code::SkipUnless, below(2), static_cast<std::uint8_t>(inner.size())});
      s.insert(s.end(), inner.begin(), inner.end());
      break;
    }
    case 7:
    case 8:
    case 9:
      guarded(Code::Lock, Code::Unlock, guarded_ ? 1 : below(2));
      break;
    case 10:
      if (tries_)
        guarded(Code::TryLock, Code::Unlock, guarded_ ? 1 : below(2));
      else
        one_in(2) ? guarded(Code::WriteLock, Code::RwUnlock, 0) : guarded(Code::ReadLock, Code::RwUnlock, 0);
      break;
    default:
      s.push_back({one_in(3) ? Code::SemWait : Code::SemPost, 0});
      break;
  }
}

Program Generator::data_program() {
  weak_ = one_in(3);
  tries_ = one_in(3);
  threads_ = 2 + below(2);
  std::vector<Script> children(threads_);
  for (Script& s : children) {
    for (unsigned n = 1 + below(threads_ == 2 ? 3 : 2); n > 0; --n) {
      // Mostly everything under one lock: otherwise nearly every program has a race.
      const bool guarded = !one_in(4);
      guarded_ = guarded;
      if (guarded) s.push_back({Code::Lock, 0});
      Script inner;
      for (unsigned m = 1 + below(2); m > 0; --m) data(inner, guarded ? 1 : 0);
      s.insert(s.end(), inner.begin(), inner.end());
      if (guarded) s.push_back({Code::Unlock, 0});
    }
    if (one_in(15)) s.push_back({Code::Exit});
  }
  Program p = Program::of(children);
  if (one_in(3)) {
    Script main;
    for (std::uint8_t i = 1; i <= threads_; ++i) {
      if (one_in(3)) main.push_back({Code::Write, below(3), 1});
      main.push_back({Code::Create, i});
      guarded_ = false;
      if (one_in(4)) data(main, 1);
      if (i > 1 && one_in(3)) main.push_back({Code::Join, static_cast<std::uint8_t>(i - 1)});
    }
    if (main.back().code != Code::Join && one_in(2)) main.push_back({Code::Join, static_cast<std::uint8_t>(threads_)});
    if (one_in(2)) main.push_back({Code::Read, below(3)});
    p.threads[0] = main;
  }
  p.semaphores[0] = below(2);
  return p;
}

// One operation on this object, or a short sequence that leaves it as it was.
void Generator::use(Script& s, What what, std::uint8_t o) {
  switch (what) {
    case What::Mutex: {
      const bool tries = one_in(4);
      s.push_back({tries ? (one_in(2) ? Code::TryLock : Code::TimedLock) : Code::Lock, o, kind_});
      Script inner;
      if (one_in(3)) inner.push_back({Code::Add, 0, 1, 0, order()});
      inner.push_back({Code::Unlock, o, kind_});
      if (tries) s.push_back({Code::SkipUnless, 0, static_cast<std::uint8_t>(inner.size())});
      s.insert(s.end(), inner.begin(), inner.end());
      break;
    }
    case What::Condition:
      if (one_in(3)) {
        s.insert(s.end(),
                 {{Code::Lock, 1}, {one_in(2) ? Code::CondTimedWait : Code::CondWait, o, 1}, {Code::Unlock, 1}});
        break;
      }
      s.push_back({one_in(2) ? Code::Signal : Code::Broadcast, o});
      break;
    case What::RwLock:
      if (one_in(4)) {
        s.insert(s.end(), {{one_in(2) ? Code::TryReadLock : Code::TryWriteLock, o}, {Code::SkipUnless, 0, 1}});
      } else {
        s.push_back({one_in(2) ? Code::ReadLock : Code::WriteLock, o});
      }
      s.push_back({Code::RwUnlock, o});
      break;
    case What::Semaphore: {
      const Code kinds[] = {Code::SemWait, Code::SemPost, Code::SemPost, Code::SemTryWait, Code::SemTimedWait};
      s.push_back({kinds[below(5)], o});
      break;
    }
    case What::Barrier:
      s.push_back({Code::Arrive, o});
      break;
    case What::Atomic: {
      const Code kinds[] = {Code::Load,      Code::Store,    Code::Add, Code::CompareExchange,
                            Code::FutexWake, Code::SpinWhile};
      s.push_back({kinds[below(one_in(4) ? 6 : 4)], o, below(2), below(2), order()});
      break;
    }
    default:
      s.push_back(one_in(2) ? Instruction{Code::Read, o} : Instruction{Code::Write, o, below(3)});
      break;
  }
}

void Generator::change_life(Script& s, What what, std::uint8_t o) {
  const auto w = static_cast<std::uint8_t>(what);
  const bool synchronises = what < What::Atomic;
  const std::uint8_t argument = what == What::Mutex     ? kind_
                                : what == What::Barrier ? static_cast<std::uint8_t>(1 + below(2))
                                                        : below(2);
  if (synchronises && one_in(2)) {
    s.push_back({Code::Destroy, o, w});
    if (one_in(2)) return;
    if (one_in(2)) s.push_back({Code::Init, o, w, argument});
  } else if (synchronises && one_in(3)) {
    s.push_back({Code::Init, o, w, argument});
    return;
  }
  if (one_in(2)) s.push_back({Code::Free, o, w, one_in(3) ? std::uint8_t{1} : std::uint8_t{0}});
}

Program Generator::lifetime_program() {
  constexpr std::uint8_t kFlag = 3;  // an atomic that tells that something has happened
  const unsigned threads = one_in(3) ? 3 : 2;
  weak_ = one_in(4);
  kind_ = one_in(2) ? std::uint8_t{0} : static_cast<std::uint8_t>(1 + below(2));
  const auto first = static_cast<What>(below(7));
  const auto second = one_in(3) ? static_cast<What>(below(7)) : first;
  const bool by_flag = !one_in(3);  // the others look at the flag before they use it
  auto some_use = [&](Script& s) { one_in(4) ? use(s, second, below(2)) : use(s, first, 0); };
  std::vector<Script> children(threads);
  for (std::size_t t = 0; t < threads; ++t) {
    Script& s = children[t];
    const bool changes = t == 0 || one_in(6);
    if (!by_flag || changes || one_in(3))
      for (unsigned n = below(3); n > 0; --n) some_use(s);
    if (changes) {
      if (by_flag && one_in(4)) s.insert(s.end(), {{Code::Load, kFlag}, {Code::AssertNot, 2}});
      change_life(s, one_in(5) ? second : first, one_in(6) ? 1 : 0);
      if (by_flag) s.push_back({Code::Store, kFlag, 1, 0, order()});
      if (one_in(4)) some_use(s);
    } else if (by_flag) {
      Script inner;
      some_use(inner);
      if (one_in(3)) some_use(inner);
      s.push_back({Code::Load, kFlag, 0, 0, order()});
      s.push_back({Code::SkipUnless, below(2), static_cast<std::uint8_t>(inner.size())});
      s.insert(s.end(), inner.begin(), inner.end());
    }
  }
  if (one_in(10)) children[below(threads)].push_back({Code::Exit});
  Program p = Program::of(children);
  if (one_in(2)) {  // main returns while others run, and may do the changing itself
    Script& main = p.threads[0];
    main.resize(threads);
    if (one_in(3)) some_use(main);
    if (one_in(3)) main.push_back({Code::Join, 1});
    if (one_in(3)) change_life(main, first, 0);
    if (one_in(2)) main.push_back({Code::Once, 3, 0});
  }
  for (auto& s : p.semaphores) s = below(2);
  for (auto& b : p.barriers) b = static_cast<std::uint8_t>(1 + below(2));
  p.spurious = one_in(10);
  return p;
}

// One loop, mostly, of the kinds in which threads get in each other's way. Atomic 3 tells to stop.
void Generator::retry(Script& s) {
  constexpr std::uint8_t kStop = 3, kBusy = 16;
  const std::uint8_t a = below(2), b = one_in(4) ? std::uint8_t{2} : static_cast<std::uint8_t>(1 - a);
  Script loop;
  std::uint8_t until = 0;  // the result that ends it
  switch (one_in(2) ? below(4) : below(10)) {
    case 0:
    case 1:  // holds a, tries b, and gives a back
      loop = {{Code::Lock, a},
              {one_in(6) ? Code::TimedLock : Code::TryLock, b},
              {Code::SkipUnless, kBusy, 1},
              {Code::Unlock, a}};
      if (loop[1].code == Code::TimedLock) loop[2].a = 110;
      break;
    case 2:
    case 3:  // raises a flag, and lowers it if the other's is up
      loop = {{Code::Store, a, 1}, {Code::Load, b}, {Code::SkipUnless, 1, 1}, {Code::Store, a, 0}};
      break;
    case 4:  // works
      loop = {{Code::Store, b, 1}, {Code::Store, b, 0}, {Code::Load, kStop}};
      if (one_in(2)) loop.insert(loop.begin(), {{Code::Lock, a}, {Code::Unlock, a}});
      until = 1;
      break;
    case 5:  // looks
      loop = {{Code::Load, one_in(2) ? kStop : b}};
      until = below(2);
      break;
    case 6:  // looks under a lock
      loop = {{Code::Lock, a}, {Code::Load, one_in(2) ? kStop : b}, {Code::Unlock, a}};
      until = below(2);
      break;
    case 7:
      loop = {{Code::CompareExchange, b, 0, 1}};
      if (one_in(2)) loop.insert(loop.end(), {{Code::SkipUnless, 1, 1}, {Code::Store, a, below(2)}});
      break;
    case 8:
      loop = {{Code::Choose, 2}};
      if (one_in(2)) loop.insert(loop.begin(), {Code::Store, b, below(2)});
      break;
    default:
      for (unsigned n = 1 + below(3); n > 0; --n) {
        const Code kinds[] = {Code::Load, Code::Store, Code::Add, Code::CompareExchange, Code::Store};
        loop.push_back({kinds[below(5)], below(2), below(2), below(2)});
      }
      until = below(2);
      break;
  }
  const bool serves = one_in(12);
  if (serves) until = kNever;
  const bool holds = loop[0].code == Code::Lock && loop.back().code == Code::Unlock && loop[1].code != Code::Load &&
                     loop[1].code != Code::Unlock;
  if (serves && holds) loop.insert(loop.end(), {{Code::SkipUnless, 0, 2}, {Code::Unlock, b}, {Code::Unlock, a}});
  s.insert(s.end(), loop.begin(), loop.end());
  s.push_back({Code::Again, until, static_cast<std::uint8_t>(loop.size())});
  if (holds) s.insert(s.end(), {{Code::Unlock, b}, {Code::Unlock, a}});
  if (loop[0].code == Code::Store && one_in(2)) s.push_back({Code::Store, a, 0});
}

Program Generator::retry_program() {
  const unsigned threads = one_in(3) ? 3 : 2;
  std::vector<Script> children(threads);
  for (Script& s : children) {
    if (one_in(6)) s.push_back({Code::Store, below(2), below(2)});
    if (threads == 3 && one_in(5)) s.insert(s.end(), {{Code::Lock, 2}, {Code::Unlock, 2}});
    if (threads == 3 && &s == &children[2] && one_in(3)) {  // nobody who retries
      for (unsigned n = 1 + below(3); n > 0; --n)
        s.push_back({one_in(2) ? Code::Load : Code::Store, below(3), below(2)});
      continue;
    }
    retry(s);
    if (threads == 2 && one_in(4)) retry(s);
    if (one_in(2)) s.push_back({Code::Store, 3, 1});
    if (one_in(4)) s.push_back({Code::Again, kNever, static_cast<std::uint8_t>(s.size())});  // all that again
  }
  return Program::of(children);
}

std::uint64_t campaign_size(std::uint64_t whole) {
  return from_environment("HEDDLE_TOY_PROGRAMS", from_environment("HEDDLE_LONG", 0) != 0 ? whole : whole / 3);
}

}  // namespace heddle::toy
