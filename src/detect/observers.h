// Everyone who follows the execution, and the one place that passes events on. The detector comes last at an access:
// what it finds may end the execution, and then everybody else has heard of the access that did it.
//
// Only the race detector answers, so it has a place of its own. The hooks of the machine may ask it alone and pass over
// accesses that tell it nothing new, as long as nobody follows accesses (Engine::choose_fast_path).
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "detect/race_detector.h"

namespace heddle {

class Observers {
 public:
  explicit Observers(RaceDetector* detector) : alone_(detector), detector_(detector) {}

  void add(AccessObserver& observer) {
    accesses_.push_back(&observer);
    followed_ = true;
    alone_ = nullptr;
  }
  void add(ProgramObserver& observer) {
    program_.push_back(&observer);
    program_followed_ = true;
  }
  // Before the others: they may look at what it keeps.
  void add_first(ProgramObserver& observer) {
    program_.insert(program_.begin(), &observer);
    program_followed_ = true;
  }
  void remove(ProgramObserver& observer) {
    std::erase(program_, &observer);
    program_followed_ = !program_.empty();
  }

  RaceDetector* detector() const { return detector_; }                  // nullptr: none
  bool follow_accesses() const { return followed_; }                    // somebody besides the detector does
  bool follow_order() const { return alone_ != nullptr || followed_; }  // somebody does
  bool follow_program() const { return program_followed_; }

  void running(ThreadId t) {
    tell([&](OrderEvents& o) { o.running(t); });
  }
  void fork(ThreadId parent, ThreadId child) {
    tell([&](OrderEvents& o) { o.fork(parent, child); });
  }
  void join(ThreadId joiner, ThreadId finished) {
    tell([&](OrderEvents& o) { o.join(joiner, finished); });
  }
  void order(ThreadId t, const Edge& edge) {
    tell([&](OrderEvents& o) { o.order(t, edge); });
  }
  void forget(ObjectId object) {
    tell([&](OrderEvents& o) { o.forget(object); });
  }
  void copy(ObjectId from, ObjectId to) {
    tell([&](OrderEvents& o) { o.copy(from, to); });
  }
  void fresh(Address begin, std::uint64_t size) {
    tell([&](OrderEvents& o) { o.fresh(begin, size); });
  }
  void new_interval() {
    tell([](OrderEvents& o) { o.new_interval(); });
  }
  std::optional<Race> access(const Access& access) {
    if (alone_) [[likely]]
      return alone_->access(access);
    if (!followed_) return std::nullopt;
    for (AccessObserver* o : accesses_) o->access(access);
    return detector_ ? detector_->access(access) : std::nullopt;
  }

  void arrived(ThreadId t, const Operation& op, bool blocks) {
    for (ProgramObserver* o : program_) o->arrived(t, op, blocks);
  }
  void performed(ThreadId t, const Operation& op, std::int64_t result) {
    for (ProgramObserver* o : program_) o->performed(t, op, result);
  }
  void crashed(ThreadId t) {
    for (ProgramObserver* o : program_) o->crashed(t);
  }
  void accessed(const Access& access) {
    for (ProgramObserver* o : program_) o->accessed(access);
  }
  void allocated(Address block) {
    for (ProgramObserver* o : program_) o->allocated(block);
  }
  void variable_begins(Address a, std::uint64_t size, std::uint32_t variable) {
    for (ProgramObserver* o : program_) o->variable_begins(a, size, variable);
  }

 private:
  template <class F>
  [[gnu::always_inline]] void tell(F event) {
    if (alone_) [[likely]]
      return event(*alone_);
    if (!followed_) return;
    for (AccessObserver* o : accesses_) event(*o);
    if (detector_) event(*detector_);
  }

  // The usual cases cost one load: a detector and nobody else, or nobody at all.
  RaceDetector* alone_;    // the detector while nobody else follows accesses
  bool followed_ = false;  // accesses_ is not empty
  bool program_followed_ = false;
  RaceDetector* const detector_;
  std::vector<AccessObserver*> accesses_;
  std::vector<ProgramObserver*> program_;
};

}  // namespace heddle
