// Writes what the program does into a Recorder while a schedule is replayed, with call stacks and values, and remembers
// which variables lay where on the stacks and who allocated which block, for the names in reports (recording.cpp).
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "detect/events.h"
#include "machine/recorder.h"

namespace heddle {

class Engine;

// The running thread's, on its own stack: return addresses in the program, innermost first.
std::vector<std::uintptr_t> call_stack();

// A return address in the program, and where on the stack it lies.
struct ReturnSlot {
  Address place;
  std::uintptr_t address;
};

class EventRecorder final : public ProgramObserver {
 public:
  explicit EventRecorder(const Engine& engine) : engine_(engine) {}
  // From now on there; nullptr: the recording has ended. What was remembered for names stays.
  void write_to(Recorder* recorder) {
    recorder_ = recorder;
    repeated_ = {};
  }

  void arrived(ThreadId, const Operation&, bool blocks) override;
  void performed(ThreadId, const Operation&, std::int64_t result) override;
  void crashed(ThreadId) override;
  void accessed(const Access&) override;
  void allocated(Address) override;
  void variable_begins(Address, std::uint64_t size, std::uint32_t variable) override;

  // Where the thread published its pending operation, or did what it did last.
  std::vector<std::uintptr_t> stack_of(ThreadId t) const {
    return t.index() < stacks_.size() ? stacks_[t.index()] : std::vector<std::uintptr_t>{};
  }
  struct StackVariable {
    Address begin;
    std::uint64_t size;
    std::uint32_t variable;
  };
  std::optional<StackVariable> stack_variable_at(Address) const;
  // Where the block that starts there was allocated; nullptr: unknown.
  const std::vector<std::uintptr_t>* allocation_stack(Address start) const;

 private:
  void record(ThreadId, const Operation&, bool blocked, std::int64_t result);
  void make_room_for_threads();
  void fill_in_written_value();
  void note_moment(RecordedEvent&) const;
  void keep(RecordedEvent event);
  bool repeats(const Access&);
  void may_be_repeated(const Access&);

  const Engine& engine_;
  Recorder* recorder_ = nullptr;
  using StackVariables = std::map<Address, StackVariable>;  // by where they begin; the newest where several have been
  StackVariables stack_variables_;
  StackVariables users_variables_;  // of these, all but the locals of src/library
  std::unordered_map<Address, std::vector<std::uintptr_t>> allocation_stacks_;
  std::vector<std::vector<std::uintptr_t>> stacks_;  // by thread
  std::size_t unfilled_ = 0;                         // event whose written value is not known yet, plus 1

  // The last accesses that were recorded, by where they are in the program: a loop makes them again and again.
  struct Repeated {
    Access access{};
    std::size_t event = 0;  // its place in the recording, those that were dropped included, plus 1
    std::uint32_t times = 0;
    std::vector<ReturnSlot> returns;  // to the frames around
  };
  static constexpr std::size_t kRepeated = 64;
  std::array<Repeated, kRepeated> repeated_;
};

}  // namespace heddle
