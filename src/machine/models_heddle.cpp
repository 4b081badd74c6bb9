// What a program may say to Heddle: heddle.h and the names that the rules of SV-COMP give to the same things.
//
// An assumption that does not hold blocks its thread forever, and the others go on (the rules of SV-COMP call it an
// endless loop). That is more than ending the execution there: a reduction has to see what the others would still have
// done, and whatever they do wrong they also do in the execution where the thread merely waits before the assumption.
//
// An atomic section is one transition: its beginning is a visible operation that depends on everything, and what
// follows happens at once. Only a choice inside is another transition, during which nobody else is enabled.
//
// heddle::check makes scopes. One of them is explored in a run of the search (CheckOptions::scope); before it every
// thread has only one way to go, and the execution ends with it.
#include <fmt/format.h>

#include <bit>

#include "machine/models.h"
#include "model/never_held.h"

namespace heddle {

std::uint64_t Engine::visible_in_section(Operation op) {
  ThreadRecord& record = self();
  const bool can = enabled(current, op);
  const bool loops = op.kind == OperationKind::LoopPoint || op.kind == OperationKind::SpinWait;
  if (can && outcomes(current, op) == 1 && !loops && op.kind != OperationKind::ProcessExit) return immediate(op);
  if (op.kind == OperationKind::Choose) op.kind = OperationKind::AtomicSection;
  const bool known = loops || op.kind == OperationKind::AtomicSection || op.kind == OperationKind::Assume;
  if (!known) {
    const SourcePosition& at = image.sites[op.site].frames.back();
    refuse(fmt::format("{}:{}: {} inside an atomic section: it may block or have several outcomes", at.file, at.line,
                       name_of(op.kind)));
  }
  record.pending = op;
  record.silent = false;
  yield();
  note_in_call(self().result);
  return self().result;
}

void Engine::begin_section(SiteId site) {
  ThreadRecord& record = self();
  if (record.section_depth == 0) {
    Operation op = operation(OperationKind::AtomicSection, reinterpret_cast<void*>(kSectionObject), 1);
    op.site = site;
    visible(op);
    journal.remember(in_section_);
    journal.remember(section_owner_);
    in_section_ = true;
    section_owner_ = current;
    order(current, Edge{EdgeKind::Lock, MemoryOrder::SequentiallyConsistent, op.id});
  }
  self().section_depth++;
}

void Engine::end_section() {
  ThreadRecord& record = self();
  if (record.section_depth == 0 || --record.section_depth > 0) return;
  journal.remember(in_section_);
  in_section_ = false;
  const ObjectId id = world.object_at(kSectionObject);
  order(current, Edge{EdgeKind::Unlock, MemoryOrder::SequentiallyConsistent, id});
}

bool Engine::assumption_failed() const {
  for (std::size_t i = 0; i < threads.size(); i++)
    if (threads[i].live && waits_of(threads[i].pending.kind) == Waits::Forever) return true;
  return false;
}

std::string Engine::never_held() const {
  std::string places;
  for (const auto& [site, held] : assumptions_met) {
    const SourcePosition& at = image.sites[site].frames.back();
    if (!held) places += fmt::format("{}{}:{}", places.empty() ? "" : ", ", at.file, at.line);
  }
  return places.empty() ? places : kNeverHeld + places;
}

void Engine::add_benign_race(Address begin, std::uint64_t size) {
  if (size == 0 || is_benign(begin, size)) return;
  benign_.grow_to(benign_count_ + 1);
  journal.remember(benign_[benign_count_]);
  journal.remember(benign_count_);
  benign_[benign_count_++] = {begin, size};
  choose_fast_path(false);
}

bool Engine::is_benign(Address begin, std::uint64_t size) const {
  for (std::uint32_t i = 0; i < benign_count_; i++)
    if (begin >= benign_[i].begin && begin + size <= benign_[i].begin + benign_[i].size) return true;
  return false;
}

int Engine::begin_scope(std::string name) {
  journal.remember(scope_count);
  journal.remember(open_scopes);
  const std::uint32_t number = scope_count++;
  open_scopes++;
  if (open_scopes > 1) return 0;  // inside another: part of it
  if (scope_names.size() <= number) scope_names.resize(number + 1);
  scope_names[number] = std::move(name);
  if (!options.scope || number == *options.scope) {
    journal.remember(in_explored_scope);
    in_explored_scope = true;
    return -1;
  }
  const Verdict known = number < options.earlier_scopes.size() ? options.earlier_scopes[number] : Verdict::Verified;
  if (known == Verdict::Verified) return 0;
  open_scopes--;
  return known == Verdict::Bug ? 1 : 2;
}

void Engine::end_scope() {
  journal.remember(open_scopes);
  if (open_scopes > 0) open_scopes--;
  if (open_scopes > 0 || !in_explored_scope) return;
  journal.remember(scope_over);
  scope_over = true;
  exit_program(0, false);
}

// Outside the scope that is explored a thread goes on only when those before it cannot.
std::size_t Engine::only_one(std::size_t ready) {
  bool first = true, more = ready > 1;
  for (Pending& p : pending) {
    if (!p.enabled) continue;
    p.enabled = first;
    if (first) more |= p.outcomes > 1;
    p.outcomes = 1;
    first = false;
  }
  if (more && open_scopes == 0)
    limit("threads run and choices are made outside heddle::check: there only one order was tried");
  return ready;
}

}  // namespace heddle

using namespace heddle;

namespace {

std::string position(const Call& call) {
  const SourcePosition& at = engine->image.sites[call.site()].frames.back();
  return fmt::format("{}:{}", at.file, at.line);
}

std::uint64_t choose(const Call& call, std::uint64_t n) {
  return n == 1 ? 0 : engine->visible(call.operation(OperationKind::Choose, nullptr, n));
}

void fail_assertion(const Call& call, std::string what) {
  engine->fail(Failure(BugKind::Assertion, engine->current, call.site(), 0, std::move(what)));
}

std::uint64_t bits_of(InputKind kind, std::int64_t number) {
  if (kind == InputKind::Float) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  if (kind == InputKind::Double) return std::bit_cast<std::uint64_t>(static_cast<double>(number));
  return static_cast<std::uint64_t>(number);
}

// Of the inputs that a thread asks for at one call only the first few are chosen, or a loop over them would have no end.
constexpr std::uint32_t kChosenInputs = 4, kMostGivenInputs = 64;
bool is_chosen(const Call& call) {
  std::uint32_t& given = engine->inputs_given[{engine->current, call.site()}];
  engine->journal.remember(given);
  if (given++ < kChosenInputs) return true;
  engine->limit(fmt::format("{}: of the nondeterministic inputs of one thread here only the first {} were chosen, the "
                            "others were 0",
                            position(call), kChosenInputs));
  if (given > kMostGivenInputs) engine->visible(call.operation(OperationKind::LoopCut, nullptr));
  return false;
}

// A call that the instrumentation did not see as one (through a pointer, or that may be left by an exception).
std::uint64_t nondet(const Call& call, const char* type, InputKind kind = InputKind::Integer) {
  if (engine->options.nondet) {
    engine->assume(Assumption::Nondeterminism);
    return bits_of(kind, *engine->options.nondet);
  }
  engine->limit(fmt::format("{}: nondeterministic {}: only the value 0 was tried (--nondet names another)",
                            position(call), type));
  return 0;
}

}  // namespace

extern "C" {

unsigned rt_heddle_choose(unsigned n) {
  Call call = Call::with(n);
  if (n == 0 || n > 65535)
    engine->refuse(fmt::format("{}: heddle_choose({}): the number must be between 1 and 65535", position(call), n));
  return static_cast<unsigned>(choose(call, n));
}
void rt_heddle_assume(int holds) {
  Call call = Call::with(holds);
  engine->assumptions_met[call.site()] |= holds != 0;
  if (holds != 0) return call.changes_nothing();
  engine->visible(call.operation(OperationKind::Assume, nullptr));
}
void rt_heddle_assertion_failed(const char* expression) {
  Call call;
  fail_assertion(call, std::string("assertion failed: ") + expression);
}
void rt_heddle_atomic_begin() {
  Call call = Call::with();
  engine->begin_section(call.site());
}
void rt_heddle_atomic_end() {
  Call call;
  engine->end_section();
}
void rt_heddle_label(const char* name) {
  Call call;
  call.changes_nothing();
  engine->observers.performed(engine->current, call.operation(OperationKind::Label, name), 0);
}
void rt_heddle_benign_race(const void* address, std::size_t size) {
  Call call;
  engine->add_benign_race(reinterpret_cast<Address>(address), size);
}
int rt_heddle_scope_begin(const char* name) {
  Call call;
  return engine->begin_scope(name);
}
void rt_heddle_scope_end() {
  Call call;
  engine->end_scope();
}
void rt_heddle_scope_failed(const char* why) {
  Call call;
  if (engine->in_explored_scope) fail_assertion(call, why);
}

// One of `count` values: of those in the table, or of all that a narrow integer has.
std::uint64_t rt_heddle_input(const std::uint64_t* values, unsigned count, unsigned kind) {
  Call call = Call::with(values, count, kind);
  const auto input = static_cast<InputKind>(kind);
  if (engine->options.nondet || input == InputKind::Pointer) return nondet(call, "pointer", input);
  if (values != nullptr) engine->assume(Assumption::Inputs);
  const std::uint64_t chosen = is_chosen(call) ? choose(call, count) : 0;
  return values == nullptr ? chosen : values[chosen];
}

std::uint64_t rt_nondet_integer() {
  Call call;
  return nondet(call, "number");
}
float rt_nondet_float() {
  Call call;
  return std::bit_cast<float>(static_cast<std::uint32_t>(nondet(call, "float", InputKind::Float)));
}
double rt_nondet_double() {
  Call call;
  return std::bit_cast<double>(nondet(call, "double", InputKind::Double));
}
}
