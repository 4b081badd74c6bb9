// Random programs: most have a thread that goes round a loop until it is told to stop, changing and undoing things, and
// others that wait for what it does, look at it, or do the same. v0 is what most loops end by.
#include <random>

#include "program.h"

namespace waiting {
namespace {

class Generator {
 public:
  explicit Generator(unsigned long seed) : random_(seed) {}

  // Threads that attempt to change the same variables, and do with what they found whatever comes to mind.
  Program attempts() {
    Program p;
    p.threads.resize(2 + below(2));
    p.global_old = one_in(2);
    busy_ = 1 + below(3);
    for (Block& b : p.threads) {
      seen_ = false;
      if (one_in(4)) b.push_back(simple());
      for (unsigned n = 1 + below(2); n > 0; --n) attempt(b);
      if (one_in(4)) look_quietly(b);
      if (one_in(3)) b.push_back({Kind::AssertOld, 0, below(3)});
      if (seen_) b.push_back({Kind::AssertUnseen});
      if (one_in(5)) b.push_back(simple());
    }
    return p;
  }

  Program program() {
    Program p = one_in(5) ? watched() : toggled();
    p.allocates = one_in(3);
    return p;
  }

 private:
  // Somebody takes the mutex again and again, and others try to lock it.
  Program watched() {
    Program p;
    p.threads.resize(2 + one_in(6));
    busy_ = 1 + below(3);
    for (std::size_t t = 1; t < p.threads.size(); ++t) {
      if (one_in(3))
        p.threads[t] = {{Kind::Loop, 0, 0, 0, 0, {{Kind::Section, 0, 0, 0, 0, {simple()}}}}};
      else
        p.threads[t] = {{one_in(2) ? Kind::Poll : Kind::TimedWait, 0, 0}};
    }
    for (unsigned n = 1 + below(5); n > 0; --n)  // mostly in turns: taken, free, taken
      p.threads[0].push_back(one_in(6) ? simple() : Statement{Kind::SeeHeld, 0, one_in(6) ? below(2) : n % 2});
    p.threads[0].push_back({Kind::AssertUnseen});
    if (!one_in(12)) p.threads[0].push_back({Kind::Store, 0, 1});
    return p;
  }

  Program toggled() {
    Program p;
    const unsigned threads = 2 + one_in(4);
    p.threads.resize(threads);
    busy_ = 1 + below(3);
    for (unsigned t = 0; t < threads; ++t) {
      seen_ = false;
      const bool loops = t == 1 || (t == 2 && one_in(5));
      Block& b = p.threads[t];
      if (one_in(4)) b.push_back(simple());
      if (loops) {
        b.push_back({Kind::Loop, 0, 0, 0, 0, round()});
      } else {
        const unsigned n = 1 + below(t == 0 ? 3 : 2);
        for (unsigned k = 0; k < n; ++k) look(b);
        if (seen_) b.push_back({Kind::AssertUnseen});
        if (t == 0 && !one_in(12)) b.push_back({Kind::Store, 0, 1});
      }
      if (one_in(5)) b.push_back(simple());
    }
    return p;
  }

  unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }
  bool one_in(unsigned n) { return below(n) == 0; }
  unsigned flag() { return one_in(2) ? busy_ : 1 + below(3); }
  unsigned value() { return one_in(10) ? 2 : below(2); }

  unsigned wanted() { return one_in(2) ? kNextValue : one_in(3) ? kOtherBit : below(3); }

  void attempt(Block& b) {
    Block inside;
    if (one_in(3)) inside.push_back(one_in(2) ? Statement{Kind::SeeOld, 0, below(3)} : simple());
    if (one_in(3)) inside.push_back({Kind::See, flag(), value()});
    seen_ |= !inside.empty();
    switch (below(6)) {
      case 0:
      case 1: b.push_back({Kind::Attempt, flag(), 0, 0, wanted()}); break;
      case 2: b.push_back({Kind::AttemptUnless, flag(), below(3), 0, wanted()}); break;
      case 3: b.push_back({Kind::AttemptAnew, flag(), 0, 0, wanted()}); break;
      case 4: b.push_back({Kind::LookAgain, flag(), below(3), 0, 0, inside}); break;
      default: b.push_back({Kind::AttemptAfter, flag(), 0, 0, wanted(), inside}); break;
    }
    if (!one_in(3)) return;
    seen_ = true;
    b.push_back({Kind::SeeOld, 0, below(3)});
  }

  void look_quietly(Block& b) {
    switch (below(4)) {
      case 0: return b.push_back({Kind::Wait, flag(), value()});
      case 1: return b.push_back({Kind::Loop, flag(), value(), 0, 0, {simple()}});
      case 2: return b.push_back({Kind::If, flag(), value(), 0, 0, {simple()}});
      default: return b.push_back({Kind::WaitBoth, flag(), value(), flag(), value()});
    }
  }

  Statement simple() {
    switch (below(3)) {
      case 0: return {Kind::Flip, flag()};
      case 1: return {Kind::Assert, flag(), value()};
      default: return {Kind::Store, flag(), value()};
    }
  }

  Statement wait() {
    switch (below(9)) {
      case 0:
      case 1:
      case 2: return {Kind::Wait, flag(), value()};
      case 3: return {Kind::WaitBoth, flag(), value(), flag(), value()};
      case 4: return {Kind::SleepUntil, flag(), value()};
      case 5: return {Kind::Poll, flag(), value()};
      case 6: return {Kind::TimedWait, flag(), value()};
      case 7: return {Kind::Beat, flag(), value(), flag(), value()};
      default: return {Kind::LookAndLock, flag()};
    }
  }

  // The body of a loop.
  Block round() {
    Block b;
    const unsigned a = busy_;
    switch (below(9)) {
      case 0:
      case 1:
        b = {{Kind::Store, a, 1}, {Kind::Store, a, 0}};
        break;
      case 2:
        b = {{Kind::Flip, a}, {Kind::Flip, a}};
        break;
      case 3:
      case 4:
        b = {{one_in(3) ? Kind::LookAndLock : Kind::Lock, a}};
        if (one_in(2)) b.push_back(simple());
        b.push_back({Kind::Store, a, 0});
        break;
      case 5:
        b = {{Kind::Store, a, 1}};
        break;
      case 6:
        b = {{Kind::Section, 0, 0, 0, 0, {{Kind::Store, a, 1}, {Kind::Store, a, 0}}}};
        break;
      case 7:
        b = {{Kind::If, a, value(), 0, 0, {simple()}}};
        break;
      default:
        b = {simple(), simple()};
        break;
    }
    if (one_in(3)) b.insert(b.begin() + below(static_cast<unsigned>(b.size()) + 1), simple());
    if (one_in(5)) b.insert(b.begin() + below(static_cast<unsigned>(b.size()) + 1), wait());
    return b;
  }

  // What somebody does who does not loop.
  void look(Block& b) {
    switch (below(9)) {
      case 0:
      case 1:
      case 2: return b.push_back(wait());
      case 3: {
        const unsigned a = flag();
        b.push_back({Kind::Lock, a});
        if (one_in(2)) b.push_back(simple());
        return b.push_back({Kind::Store, a, 0});
      }
      case 4:
      case 5:
        seen_ = true;
        for (unsigned n = 1 + below(3); n > 0; --n) b.push_back({Kind::See, flag(), value()});
        return;
      case 6: return b.push_back({Kind::If, flag(), value(), 0, 0, {one_in(3) ? wait() : simple()}});
      case 7: return b.push_back({Kind::Section, 0, 0, 0, 0, {simple()}});
      default: return b.push_back(simple());
    }
  }

  std::mt19937_64 random_;
  unsigned busy_ = 1;  // what the looping threads toggle, mostly
  bool seen_ = false;
};

}  // namespace

Program random_program(unsigned long seed) { return Generator(seed).program(); }
Program random_attempts(unsigned long seed) { return Generator(seed).attempts(); }

}  // namespace waiting
