// A detector that writes down what it is told and passes it on to the real one.
//
// A line is written when the next event comes, because two things are known only then: where a synchronisation
// operation stands in the source (the machine's recorder gets it after the edges), and whether an atomic write is a
// store, a read-modify-write or only what a lock does to its own bytes.
//
// Main functions: TraceRecorder::access, order, flush; run_schedule, run_randomly.
#include "run/record.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <memory>

#include "run/location_classes.h"
#include "run/machine_names.h"
#include "detect/registry.h"
#include "machine/machine.h"
#include "machine/recorder.h"
#include "model/address_space.h"
#include "report/describe.h"
#include "search/random.h"
#include "sync/world.h"
#include "trace/line.h"

namespace heddle::run {
namespace {

using trace::Action;

// "a.c:12" for a site and the calls that lead there, as reports say it.
class Places {
 public:
  explicit Places(const Machine& machine)
      : names_(machine),
        input_{failure_,
               schedule_,
               recording_,
               machine.image(),
               machine.names(),
               names_,
               [](ObjectId) { return Address{}; }},
        describer_(input_, source_) {}

  const std::string& of(SiteId site, const std::vector<std::uintptr_t>& stack) {
    const auto [known, fresh] = known_.try_emplace({site, stack});
    if (fresh) known->second = short_position(describer_.place(site, stack).position);
    return known->second;
  }

 private:
  const Failure failure_;
  const Schedule schedule_;
  const Recording recording_;
  const MachineNames names_;
  SourceText source_;
  const DescribeInput input_;
  const Describer describer_;
  std::map<std::pair<SiteId, std::vector<std::uintptr_t>>, std::string> known_;
};

const char* order_text(MemoryOrder order) {
  static const char* const kTexts[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return kTexts[static_cast<unsigned>(order)];
}

// The machine tells the two halves of a read-modify-write apart; seq_cst adds nothing to acquire and release here.
MemoryOrder both(MemoryOrder acquire, MemoryOrder release) {
  if (!acquires(acquire)) return release;
  return releases(release) ? MemoryOrder::AcquireRelease : acquire;
}

// A line that is not complete yet.
struct Waiting {
  ThreadId thread;
  Action action{};
  std::string operand;
  std::size_t events = 0;  // of the recorder when it began
  std::string location;
  bool has_order = false;
  MemoryOrder order{};
  Address address = 0;  // of an atomic write that may get an order yet
};

class TraceRecorder final : public RaceDetector {
 public:
  TraceRecorder(RaceDetector* inner, std::FILE* out) : inner_(inner), out_(out) {}
  void attach(const Machine& machine, const Recorder& recorder) {
    machine_ = &machine;
    recorder_ = &recorder;
    places_.emplace(machine);
  }

  const char* name() const override { return inner_ != nullptr ? inner_->name() : "none"; }
  bool exact() const override { return inner_ != nullptr && inner_->exact(); }
  void running(ThreadId t) override {
    if (inner_ != nullptr) inner_->running(t);
  }

  void fork(ThreadId parent, ThreadId child) override {
    begin(parent, Action::Fork, machine_->names().name(child));
    if (inner_ != nullptr) inner_->fork(parent, child);
  }
  void join(ThreadId joiner, ThreadId finished) override {
    if (joiner != finished) begin(joiner, Action::Join, machine_->names().name(finished));
    if (inner_ != nullptr) inner_->join(joiner, finished);
  }
  void order(ThreadId t, const Edge& edge) override {
    write_edge(t, edge);
    if (inner_ != nullptr) inner_->order(t, edge);
  }
  void forget(ObjectId object) override {
    if (object.value % sync::World::kParts == 0) begin(running_, Action::Destroy, object_text(object));
    if (inner_ != nullptr) inner_->forget(object);
  }
  void copy(ObjectId from, ObjectId to) override {
    if (inner_ != nullptr) inner_->copy(from, to);
  }
  void fresh(Address a, std::uint64_t size) override {
    heap_names_.erase(heap_names_.lower_bound(a), heap_names_.lower_bound(a + size));
    begin(running_, Action::Allocate, fmt::format("@{:#x}:{}", a, size));
    if (inner_ != nullptr) inner_->fresh(a, size);
  }
  std::optional<Race> access(const Access& a) override {
    write_access(a);
    return inner_ != nullptr ? inner_->access(a) : std::nullopt;
  }
  std::span<const Race> races() const override { return inner_ != nullptr ? inner_->races() : std::span<const Race>{}; }
  void new_interval() override {
    if (inner_ != nullptr) inner_->new_interval();
  }
  const char* overflowed() const override { return inner_ != nullptr ? inner_->overflowed() : nullptr; }

  // Writes the line that waits for its end.
  void flush() {
    if (!waiting_) return;
    Waiting& w = *waiting_;
    if (w.location.empty()) w.location = place_of_operation(w);
    if (w.location.empty()) w.location = last_places_[w.thread.value];
    last_places_[w.thread.value] = w.location;
    fmt::print(out_, "{}|{}", machine_->names().name(w.thread), trace::word_of(w.action));
    if (w.has_order) fmt::print(out_, ".{}", order_text(w.order));
    if (w.action != Action::Fence) fmt::print(out_, "({})", clean(w.operand));
    fmt::print(out_, "|{}\n", clean(w.location));
    waiting_.reset();
  }

 private:
  Waiting& begin(ThreadId t, Action action, std::string operand) {
    flush();
    running_ = t;
    waiting_ = Waiting{};
    waiting_->thread = t;
    waiting_->action = action;
    waiting_->operand = std::move(operand);
    waiting_->events = recorder_->events.size();
    return *waiting_;
  }

  // A line is one line, and ")|" ends an operand.
  static std::string clean(std::string text) {
    for (char& c : text)
      if (c == '\n' || c == '\r') c = ' ';
    for (std::size_t at = text.find(")|"); at != std::string::npos; at = text.find(")|", at)) text.insert(at + 1, " ");
    return text;
  }

  void write_access(const Access& a) {
    const bool reads_too = loaded_ && loaded_->thread == a.thread && is_atomic(a.kind);
    const MemoryOrder loaded = reads_too ? loaded_->order : MemoryOrder::Relaxed;
    loaded_.reset();
    static constexpr Action kActions[] = {Action::Read, Action::Write, Action::AtomicRead, Action::AtomicWrite,
                                          Action::Free};
    Waiting& w = begin(a.thread, kActions[static_cast<unsigned>(a.kind)], bytes_text(a.address, a.size));
    w.location = places_->of(a.site, machine_->stack_of(a.thread));
    if (a.kind == AccessKind::AtomicWrite) w.address = a.address;
    if (!reads_too) return;
    w.action = a.kind == AccessKind::AtomicRead ? Action::Load : Action::ReadModifyWrite;
    w.has_order = true;
    w.order = loaded;
  }

  void write_edge(ThreadId t, const Edge& edge) {
    const ObjectId whole(edge.object.value - edge.object.value % sync::World::kParts);
    const bool second = edge.kind != EdgeKind::Fence && whole != edge.object;
    switch (edge.kind) {
      case EdgeKind::Lock:
        begin(t, Action::Acquire, object_text(whole));
        return;
      case EdgeKind::Unlock:
        begin(t, Action::Release, object_text(whole));
        return;
      case EdgeKind::Acquire:
        if (!second) begin(t, learning(t, whole), object_text(whole));
        return;  // a writer's lock learns from the readers by itself
      case EdgeKind::Release:
        begin(t, second ? Action::ReadRelease : publishing(whole), object_text(whole));
        return;
      case EdgeKind::ReleaseReset:
        begin(t, kind_of(whole) == sync::ObjectKind::Barrier ? Action::Arrive : Action::Republish, object_text(whole));
        return;
      case EdgeKind::AtomicLoad:
        flush();
        loaded_ = Loaded{t, edge.order};  // the access follows
        return;
      case EdgeKind::AtomicStore:
      case EdgeKind::AtomicRmw:
        finish_atomic(edge);
        return;
      case EdgeKind::Fence: {
        Waiting& w = begin(t, Action::Fence, {});
        w.has_order = true;
        w.order = edge.order;
        return;
      }
    }
  }

  void finish_atomic(const Edge& edge) {
    if (!waiting_ || waiting_->address != machine_->world().address_of(edge.object)) return;
    Waiting& w = *waiting_;
    const bool stores = edge.kind == EdgeKind::AtomicStore;
    w.action = stores ? Action::Store : Action::ReadModifyWrite;
    w.order = stores || !w.has_order ? edge.order : both(w.order, edge.order);
    w.has_order = true;
  }

  sync::ObjectKind kind_of(ObjectId id) const {
    const sync::Object& o = machine_->world().object(id);
    return o.kind == sync::ObjectKind::Destroyed ? static_cast<sync::ObjectKind>(o.flags) : o.kind;
  }
  Action learning(ThreadId t, ObjectId id) const {
    switch (kind_of(id)) {
      case sync::ObjectKind::Semaphore:
        return Action::Wait;
      case sync::ObjectKind::Barrier:
        return Action::Leave;
      case sync::ObjectKind::RwLock: {
        const sync::Object& lock = machine_->world().object(id);
        if (lock.owned && lock.owner == t) return Action::Acquire;
        return machine_->world().read_locks(t, id) > 1 ? Action::Learn : Action::ReadAcquire;
      }
      default:
        return Action::Learn;
    }
  }
  Action publishing(ObjectId id) const {
    switch (kind_of(id)) {
      case sync::ObjectKind::Semaphore:
        return Action::Post;
      case sync::ObjectKind::Barrier:
        return Action::Arrive;
      case sync::ObjectKind::RwLock:
        return Action::Release;
      default:
        return Action::Publish;
    }
  }

  std::string object_text(ObjectId id) const {
    const Address a = machine_->world().address_of(id);
    return fmt::format("{}@{:#x}", in_program_memory(a) ? machine_->name_address(a).variable : "heddle", a);
  }
  std::string bytes_text(Address a, std::uint64_t size) {
    if (!in_heap(a)) return fmt::format("{}@{:#x}:{}", machine_->name_address(a).variable, a, size);
    const auto [known, fresh] = heap_names_.try_emplace(a);
    if (fresh) known->second = machine_->name_address(a).variable;
    return fmt::format("{}@{:#x}:{}", known->second, a, size);
  }

  // Of the operation that the recorder got since the line began.
  std::string place_of_operation(const Waiting& w) {
    for (std::size_t i = w.events; i < recorder_->events.size(); ++i) {
      const RecordedEvent& event = recorder_->events[i];
      const OperationKind kind = event.operation.kind;
      if (event.thread != w.thread || kind == OperationKind::PlainRead || kind == OperationKind::PlainWrite) continue;
      return places_->of(event.operation.site, event.stack);
    }
    return {};
  }

  struct Loaded {
    ThreadId thread;
    MemoryOrder order;
  };

  RaceDetector* const inner_;
  std::FILE* const out_;
  const Machine* machine_ = nullptr;
  const Recorder* recorder_ = nullptr;
  std::optional<Places> places_;
  std::optional<Waiting> waiting_;
  std::optional<Loaded> loaded_;  // an atomic read whose access comes next
  ThreadId running_;
  std::map<Address, std::string> heap_names_;  // until the storage is given out anew
  std::map<std::uint16_t, std::string> last_places_;
};

std::string run_schedule(Machine& machine, const Schedule& schedule) {
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    if (machine.status() != Status::Running) return fmt::format("the execution ended before step {}", i + 1);
    machine.step(schedule[i].thread, schedule[i].choice);
  }
  return {};
}

void run_randomly(Machine& machine, const CheckOptions& options) {
  RandomNumbers random(options.seed);
  const std::uint64_t most = options.bounds.depth.value_or(~std::uint64_t{0});
  for (std::uint64_t n = 0; n < most && machine.status() == Status::Running; ++n) {
    std::vector<Pending> enabled;
    for (const Pending& p : machine.pending())
      if (p.enabled) enabled.push_back(p);
    if (enabled.empty()) return;
    const Pending& p = enabled[random.below(static_cast<std::uint32_t>(enabled.size()))];
    const Choice choice = p.outcomes > 1 ? static_cast<Choice>(random.below(p.outcomes)) : Choice{0};
    machine.step(p.thread, choice);
  }
}

}  // namespace

std::string record_execution(const Image& image, CheckOptions options, const RecordRequest& request) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(std::fopen(request.path.c_str(), "wb"),
                                                            [](std::FILE* f) { return std::fclose(f); });
  if (!out) return std::strerror(errno);
  ThreadNames names;
  for (std::size_t i = 1; i < request.thread_names.size(); ++i) names.add(request.thread_names[i]);
  Journal journal;
  std::string error;
  const std::unique_ptr<RaceDetector> detector =
      make_detector(options.detector, journal, error, detector_options(image, options, names));
  if (!error.empty()) return error;
  if (!options.ignoring.entries.empty()) options.keep_going = true;  // races that are passed over
  TraceRecorder recorder(detector.get(), out.get());
  Machine machine(image, options, journal, &recorder, names);
  Recorder events;
  events.watch_size = ~std::uint64_t{0};
  recorder.attach(machine, events);
  fmt::print(out.get(), "# heddle trace 1: an execution of {}\n", request.source);
  machine.record(&events);
  machine.start();
  if (request.schedule != nullptr)
    error = run_schedule(machine, *request.schedule);
  else
    run_randomly(machine, options);
  recorder.flush();
  machine.record(nullptr);
  if (std::fflush(out.get()) != 0 || std::ferror(out.get()) != 0) return std::strerror(errno);
  return error;
}

}  // namespace heddle::run
