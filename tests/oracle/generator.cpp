// The frame of a random program: its habits, its threads, what main does between creating and joining them and how it
// ends. Single statements are in generator_statements.cpp.
#include "generator.h"

#include <fmt/format.h>

#include <cmath>

namespace heddle::oracle {
namespace {

constexpr unsigned kFavourites[] = {0, 0, 0, 1, 1, 2};  // of the three themes
constexpr double kFewestInterleavings = 500, kMostInterleavings = 60'000;

}  // namespace

Program Generator::program() {
  while (true) {
    Program p = draw();
    const double n = interleavings();
    if (n >= kFewestInterleavings && n <= kMostInterleavings) return p;
  }
}

void Generator::draw_habits() {
  static constexpr Theme kOrders[] = {
      Theme::Atomics,   Theme::Atomics,   Theme::Atomics,   Theme::Mutex,     Theme::Mutex,
      Theme::Mutex,     Theme::Recursive, Theme::RwLock,    Theme::RwLock,    Theme::Semaphore,
      Theme::Semaphore, Theme::Semaphore, Theme::Condition, Theme::Condition, Theme::Condition,
      Theme::Barrier,   Theme::Barrier,   Theme::Once,      Theme::Once,      Theme::Spin,
  };
  static constexpr Theme kData[] = {Theme::Plain, Theme::Plain, Theme::Bytes, Theme::Node};
  themes_[0] = pick(kOrders);
  themes_[1] = one_in(2) ? themes_[0] : pick(kOrders);
  themes_[2] = one_in(3) ? pick(kOrders) : pick(kData);
  discipline_ = 0;
  for (Theme t : themes_) switch (t) {
      case Theme::Mutex:
      case Theme::Condition:
        discipline_ |= kMutexM;
        break;
      case Theme::Recursive:
        discipline_ |= kRecursive;
        break;
      case Theme::RwLock:
        discipline_ |= kRwWrite;
        break;
      case Theme::Semaphore:
      case Theme::Barrier:
      case Theme::Atomics:
      case Theme::Spin:
        discipline_ |= kAcquired;
        break;
      case Theme::Once:
        discipline_ |= kOnce;
        break;
      default:
        break;
    }
  // One guard for all data, or it is not guarded.
  for (unsigned g = 1; g < 256; g <<= 1)
    if ((discipline_ & g) != 0 && (discipline_ & (g - 1)) != 0) discipline_ &= one_in(2) ? g : g - 1;
  if (discipline_ == 0 || one_in(2)) discipline_ = ~0u;
  if (discipline_ == ~0u && one_in(2)) themes_[2] = Theme::Plain;
  weak_ = !one_in(3);
  checks_ = one_in(3);
  leaves_ = one_in(8);
  misuses_ = one_in(12);
  unguarded_failures_ = one_in(12);
}

Program Generator::draw() {
  draw_habits();
  Program p;
  threads_ = one_in(3) ? 3 : 2;
  costs_.assign(threads_ + 1, 0);
  p.threads.resize(threads_ + 1);
  p.plain_handles = one_in(25);
  p.fails_inside_segments = misuses_ || unguarded_failures_;
  p.semaphores[0] = one_in(3) ? 1 + below(2) : 0;
  p.semaphores[1] = one_in(3) ? 1 : 0;
  p.barrier = threads_ == 3 && one_in(3) ? 3 : 2;
  for (Theme t : themes_)
    if (t == Theme::Node) p.node = p.fails_inside_segments = true;
  place_thread_ = 1;
  for (Theme t : themes_)
    if (t == Theme::Once && p.once.empty()) p.once = inside({1, 2, kOnce}, kOnce);
  for (unsigned t = 1; t <= threads_; ++t) p.threads[t] = thread_body(t, threads_ == 3 ? 2 + below(3) : 3 + below(4));
  if (one_in(15)) {
    place_thread_ = 0;
    p.at_exit.push_back(plain({0, 2, ~0u}));
  }
  main_script(p);
  return p;
}

Script Generator::thread_body(unsigned thread, unsigned operations) {
  place_thread_ = thread;
  Script s;
  for (unsigned i = 0; i < operations; ++i) add(s, {thread});
  s.push_back({fmt::format("$seen{} = r;", thread)});
  return s;
}

void Generator::add(Script& s, Place place) {
  place_thread_ = place.thread;
  if (place.depth == 0 && one_in(9)) {
    s.push_back(branch(place));
  } else if (checks_ && one_in(5)) {
    s.push_back(check(place));
  } else if (leaves_ && one_in(8)) {
    s.push_back(leave(place));
  } else {
    s.push_back(of_theme(themes_[pick(kFavourites)], place));
  }
}

Statement Generator::create(unsigned thread) const {
  return {.open = fmt::format("pthread_create(&$t{0}, NULL, $thread{0}, NULL);", thread), .thread = thread};
}
Statement Generator::join(unsigned thread) const {
  return {.open = fmt::format("pthread_join($t{}, NULL);", thread), .thread = thread};
}

// Creates the threads (the last one sometimes by another thread, early or late), works a little, joins them.
void Generator::main_script(Program& p) {
  Script& main = p.threads[0];
  place_thread_ = 0;
  std::vector<bool> joined(threads_ + 1, false);
  const bool nests = !leaves_ && one_in(8);  // what an unfinished thread has seen is not defined
  for (unsigned t = 1; t <= threads_; ++t) {
    if (nests && t == threads_) {
      Script& parent = p.threads[1];
      parent.insert(parent.begin() + below(static_cast<unsigned>(parent.size()) + 1), create(t));
      joined[t] = !one_in(4);
      if (joined[t]) parent.push_back(join(t));
      continue;
    }
    main.push_back(create(t));
    if (t == 1 && one_in(10)) {
      main.push_back(join(t));
      joined[t] = true;
      costs_[1] = 0;
    }
    if (one_in(10)) add(main, {0});
  }
  if (one_in(6)) add(main, {0});
  end_of_main(p, main, joined, nests);
}

void Generator::end_of_main(Program& p, Script& main, const std::vector<bool>& joined, bool nests) {
  const unsigned style = below(16);  // 0: joins only some, 1: none, 2: detaches, 3: leaves the process to the others
  bool everyone = true;
  for (unsigned t = 1; t <= threads_; ++t) {
    if (joined[t]) continue;
    if (nests && t == threads_) {  // nobody's
      everyone = false;
    } else if (style == 1 || (style == 0 && one_in(2)) || style == 3) {
      everyone = false;
    } else if (style == 2) {
      everyone = false;
      main.push_back({.open = fmt::format("pthread_detach($t{});", t), .thread = t});
    } else {
      main.push_back(join(t));
      if (one_in(8)) add(main, {0});
    }
  }
  place_thread_ = 0;
  if (style == 3) main.push_back({"pthread_exit(NULL);"});
  if (!everyone && one_in(3)) main.push_back({one_in(2) ? "exit(5);" : "_exit(6);"});
  if (everyone) {
    std::string format, seen;
    for (unsigned t = 1; t <= threads_; ++t) format += " %d", seen += fmt::format(", $seen{}", t);
    main.push_back(
        {fmt::format(R"(printf("x=%d y=%d u=%x a=%d b=%d{}\n", x, y, u.word, (int)a, (int)b{});)", format, seen)});
    if (p.node && one_in(2)) main.push_back({"if (node) printf(\"%d\\n\", node->value);"});
  } else {
    cost(1);
  }
}

// How many interleavings the threads have if none ever waits.
double Generator::interleavings() const {
  double steps = 0, logarithm = 0;
  for (const unsigned own : costs_) {
    steps += own;
    logarithm -= std::lgamma(own + 1.0);
  }
  return std::exp(logarithm + std::lgamma(steps + 1));
}

}  // namespace heddle::oracle
