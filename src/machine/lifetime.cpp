// The end of threads and of the process, and what runs then: exit handlers, thread-local destructors, keys.
//
// When main returns or exit() is called, the calling thread runs the handlers while the others may still run; the
// visible operation ProcessExit at the end makes all threads vanish.
#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "machine/models.h"
#include "machine/runtime.h"
#include "machine/streams.h"
#include "model/address_space.h"
#include "model/process_end.h"

namespace heddle {

// Deeper than what prepares a thread has been.
static constexpr std::size_t kClearedWords = 4096;

void run_thread_function(const ThreadEntry& entry_in_record) {
  const ThreadEntry entry = entry_in_record;
  engine->self().first_frame = reinterpret_cast<Address>(__builtin_frame_address(0));
  const auto call = [](auto function, auto... arguments) {
    std::uint64_t words[3] = {};
    std::size_t i = 0;
    ((words[i++] = (std::uint64_t)arguments), ...);
    return heddle_call_program(reinterpret_cast<const void*>(function), words[0], words[1], words[2],
                               &engine->self().program_frames, engine->compares_states ? kClearedWords : 0);
  };
  switch (entry.kind) {
    case ThreadEntry::Kind::Main: {
      char** arguments = nullptr;
      int count = 0;
      {
        arguments = engine->program_arguments(count);
      }
      in_program = true;
      // As glibc does, with the arguments of main.
      const std::size_t number = engine->process_of(engine->current);
      for (auto constructor :
           engine->several() ? engine->image.processes[number].constructors : engine->image.constructors)
        call(constructor, count, arguments, engine->program_environment());
      engine->journal.remember(engine->process().main_began_alone);
      engine->process().main_began_alone = engine->alone_in_process();
      const auto main = engine->several() ? engine->image.processes[number].main : engine->image.main;
      const int status = static_cast<int>(call(main, count, arguments, engine->program_environment()));
      in_program = false;
      heddle_call_site = engine->process().return_site.value;
      engine->exit_program(status, true);
    }
    case ThreadEntry::Kind::Kernel:
      engine->run_kernel();
      break;
    case ThreadEntry::Kind::Pthread: {
      in_program = true;
      void* value = reinterpret_cast<void*>(call(entry.function, entry.argument));
      in_program = false;
      engine->end_thread(value);
    }
    case ThreadEntry::Kind::C11: {
      in_program = true;
      const int value = static_cast<int>(call(entry.function, entry.argument));
      in_program = false;
      engine->end_thread(reinterpret_cast<void*>(static_cast<std::intptr_t>(value)));
    }
    case ThreadEntry::Kind::StdThread: {
      in_program = true;
      call(&run_std_thread_state, entry.function);
      in_program = false;
      engine->end_thread(nullptr);
    }
  }
  __builtin_unreachable();
}

void Engine::end_thread(void* value) {
  in_program = false;
  no_program_entry();
  run_handlers(true);
  run_key_destructors();
  abandon_robust_mutexes(SiteId{});
  end_thread_locals();
  leaves_program(self().program_frames, value, 3);
  if (image.tries_to_join)
    can_be_joined(current, SiteId{});
  else if (image.cancels_threads &&
           !alone())  // which comes first may decide whether a thread that waits for this one is cancelled
    visible(operation(OperationKind::Yield, nullptr, 0));
  std::size_t live = 0;
  for (std::size_t i = 0; i < threads.size(); i++) live += threads[i].live && threads[i].process == self().process;
  if (live == 1 && !process().exiting) {
    // The last thread takes the process with it. Which one that is nobody can tell: the others have ended before.
    for (std::size_t i = 0; i < threads.size(); i++)
      if (threads[i].ended && threads[i].process == self().process)
        join(current, ThreadId(static_cast<std::uint16_t>(i)));
    exit_program(0, true);
  }
  ThreadRecord& record = self();
  journal.remember(record.value);
  record.value = value;
  record.live = false;
  record.ended = true;
  record.pending = Operation{};
  world.finish_thread(current);
  Operation exits;
  exits.kind = OperationKind::ThreadExit;
  tell_performed(current, exits, 0);
  abandon();
}

void Engine::run_rest_of_exit(int code, SiteId site) {
  run_handlers(true, 0, site);
  run_handlers(false, code, site);
  const auto& destructors = several() ? image.processes[process_of(current)].destructors : image.destructors;
  while (process().destructors_begun < destructors.size()) {
    journal.remember(process());
    auto destructor = destructors[process().destructors_begun++];
    in_program = true;
    destructor();
    in_program = false;
  }
  in_program = true;
  if (process().flushes != nullptr && (several() || !options.keep_files.empty())) {
    quiet = !several();  // who keeps the files of a replay wants what the streams hold, too; nobody else notices
    process().flushes();
    quiet = false;
  }
  in_program = false;
}

void Engine::exit_program(int code, bool handlers_too) {
  in_program = false;
  leaves_program(self().program_frames, code, handlers_too);
  const std::uint32_t site = heddle_call_site;
  // A handler that calls exit() itself: ISO C leaves that open, glibc goes on with the handlers that are left.
  const bool again = process().exiting && process().exiter == current;
  if (handlers_too && again) {
    run_rest_of_exit(code, SiteId(site == kNoCallSite ? 0 : site));
  } else if (handlers_too) {
    // Who comes first decides with which status the process ends: a visible operation, like entering a once. A second
    // thread never returns from its exit(). (_exit waits for nobody, and ends an exit() that is under way.)
    Operation begin;
    begin.kind = OperationKind::OnceEnter;
    begin.site = SiteId(site == kNoCallSite ? 0 : site);
    begin.object = exit_object_of(process_of(current));
    begin.id = world.object_at(begin.object);
    if (process().exiting) assume(Assumption::Exit);
    visible(begin);
    for (std::size_t i = 0; i < threads.size(); i++)
      if (ThreadId(static_cast<std::uint16_t>(i)) != current && threads[i].live && threads[i].pending.id == begin.id &&
          threads[i].pending.kind == OperationKind::OnceEnter)
        assume(Assumption::Exit);
    journal.remember(process());
    process().exiting = true;
    process().exiter = current;
    run_rest_of_exit(code, SiteId(site == kNoCallSite ? 0 : site));
  }
  if (handlers_too) leaves_program(self().program_frames, code, handlers_too);
  Operation op;
  op.kind = OperationKind::ProcessExit;
  op.argument = static_cast<std::uint64_t>(code & 0xff);
  op.site = SiteId(site == kNoCallSite ? 0 : site);
  if (end_is_unnoticed()) op.object = kUnnoticedEnd;
  visible(op);
  if (several()) leave_process(code & 0xff, op.site);
  __builtin_unreachable();
}

// The execution is complete, whatever it ends with: a bug of this kind cuts nothing off. What fails outside of the calls
// of heddle::check fails in every exploration of one of them; it is reported by the last one, which comes to the end of
// the process, unless a call has failed and the program may just be saying so.
void Engine::finish(ThreadId t, const Operation& exit) {
  journal.remember(exit_status);
  exit_status = static_cast<int>(exit.argument);
  status = Status::Finished;
  completed_any = true;
  look_at_library_variables();
  const auto& scopes = options.earlier_scopes;
  if (scope_over || std::find(scopes.begin(), scopes.end(), Verdict::Bug) != scopes.end()) return;
  Failure failure;
  const auto& accepted = options.exit_statuses;
  if (failed_outside_ > 0) {
    failure = failed_expectations_[failed_outside_ - 1];
  } else if (!accepted.empty() && std::find(accepted.begin(), accepted.end(), exit_status) == accepted.end()) {
    failure.kind = BugKind::Exit;
    failure.thread = t;
    failure.site = exit.site;
    failure.detail = "the program ends with status " + std::to_string(exit_status);
  } else {
    return;
  }
  if (!wants(failure.kind)) return;
  if (round.stop_at_step) stop_for_debugger(t, summary(failure));
  failures.push_back(std::move(failure));
}

void Engine::add_handler(void (*function)(void*), void* argument, bool of_thread, bool wants_status) {
  function = callee(function, argument);
  handlers.grow_to(handler_count + 1);
  journal.remember(handlers[handler_count]);
  journal.remember(handler_count);
  handlers[handler_count++] = Handler{function, argument, current, of_thread, wants_status, false};
}

// Newest first; a handler may add others, which run next.
// `site`: of the call of exit(), for destructors that nobody calls in the source.
void Engine::run_handlers(bool of_thread, int status, SiteId site) {
again:
  if (!of_thread) leaves_program(self().program_frames, status, 2);
  if (!of_thread && may_get_handlers()) comes_to(State::ExitHandlers, SiteId{}, MemoryOrder::Acquire);
  for (std::uint32_t i = handler_count; i-- > 0;) {
    Handler& handler = handlers[i];
    if (handler.done || handler.of_thread != of_thread || (of_thread && handler.thread != current)) continue;
    if (process_of(handler.thread) != process_of(current)) continue;
    journal.remember(handler);
    handler.done = true;
    if (site != SiteId{}) heddle_call_site = site.value;
    in_program = true;
    if (handler.wants_status)
      reinterpret_cast<void (*)(int, void*)>(reinterpret_cast<void*>(handler.function))(status, handler.argument);
    else
      handler.function(handler.argument);
    in_program = false;
    no_program_entry();
    goto again;
  }
}

void* Engine::thread_local_address(void* control, std::size_t size, std::size_t align, const void* initial) {
  auto [it, fresh] = local_names_.try_emplace(control, static_cast<std::uint32_t>(local_names_.size()));
  if (it->second >= kLocalsPerThread) refuse("more than 4096 thread_local variables");
  const std::size_t index = current.index() * kLocalsPerThread + it->second;
  locals_.grow_to(index + 1);
  Address& place = locals_[index];
  if (!place) {
    journal.remember(place);
    place = reinterpret_cast<Address>(heap.allocate(current, size, align, SiteId(0)));
    if (!place) refuse("no memory for thread_local variables");
    observers.fresh(place, size);
    // The thread initialises its variable: whoever gets its address without order races with that.
    plain_access(current, place, size, AccessKind::Write, SiteId(heddle_call_site == kNoCallSite ? 0 : heddle_call_site));
    if (initial)
      std::memcpy(reinterpret_cast<void*>(place), initial, size);
    else
      std::memset(reinterpret_cast<void*>(place), 0, size);
  }
  return reinterpret_cast<void*>(place);
}

// The thread is over, and what it had of each thread_local variable with it.
void Engine::end_thread_locals() {
  const std::size_t first = current.index() * kLocalsPerThread;
  for (std::size_t i = first; i < std::min<std::size_t>(first + local_names_.size(), locals_.size()); i++) {
    if (!locals_[i]) continue;
    void* const place = reinterpret_cast<void*>(locals_[i]);
    const std::uint64_t size = heap.block_at(place)->size;
    storage_ends(locals_[i], size, SiteId{});
    heap.release(current, place);
    observers.fresh(locals_[i], size);
  }
}

Engine::KeyValue& Engine::key_value(ThreadId t, std::uint32_t key) {
  const std::size_t index = std::size_t{t.index()} * kMostKeys + key;
  key_values_.grow_to(index + 1);
  return key_values_[index];
}

std::uint64_t Engine::kept_under_keys(ThreadId t) const {
  const std::uint64_t blocked = threads[t.index()].blocked_signals;
  std::uint64_t hash = blocked == 0 ? 0 : XXH3_64bits(&blocked, sizeof blocked);
  for (std::uint32_t i = 0; i < key_count; i++) {
    const std::size_t index = std::size_t{t.index()} * kMostKeys + i;
    if (index >= key_values_.size()) break;
    const KeyValue& kept = key_values_[index];
    if (!kept.value || !keys[i].used || keys[i].life != kept.life) continue;
    const std::uint64_t what[] = {i, reinterpret_cast<Address>(kept.value)};
    hash ^= XXH3_64bits(what, sizeof what);
  }
  return hash;
}

// POSIX: in any order, again as long as destructors set values, at most PTHREAD_DESTRUCTOR_ITERATIONS times.
// Whether a key is still there depends on whoever deletes it.
void Engine::run_key_destructors() {
  for (int round = 0; round < 4; round++) {
    bool again = false;
    for (std::uint32_t i = 0; i < key_count; i++) {
      if (!keys[i].destructor) continue;
      KeyValue& kept = key_value(current, i);
      void* const value = kept.value;
      if (!value) continue;
      if (image.deletes_keys) looks_at(State::Keys, SiteId{}, MemoryOrder::Relaxed);
      if (!keys[i].used || keys[i].life != kept.life) continue;
      journal.remember(kept);
      kept.value = nullptr;
      again = true;
      in_program = true;
      keys[i].destructor(value);
      in_program = false;
      no_program_entry();
    }
    if (!again) return;
  }
}

// argv and the environment live in program memory: a program may write to its arguments.
char** Engine::program_arguments(int& count) {
  const ProcessSpec* const spec = several() ? &process_specs[process_of(current)] : nullptr;
  const std::vector<std::string>& arguments = spec ? spec->arguments : options.arguments;
  const std::string& name = spec ? spec->name : options.program_name;
  count = static_cast<int>(arguments.size()) + 1;
  std::size_t bytes = (arguments.size() + 2) * sizeof(char*) + name.size() + 1;
  for (const std::string& a : arguments) bytes += a.size() + 1;
  char** vector = static_cast<char**>(heap.allocate(current, bytes, 16, SiteId(0)));
  char* text = reinterpret_cast<char*>(vector + arguments.size() + 2);
  auto put = [&](const std::string& s) {
    std::memcpy(text, s.c_str(), s.size() + 1);
    char* at = text;
    text += s.size() + 1;
    return at;
  };
  journal.remember(process().streams);
  process().streams = reinterpret_cast<Address>(heap.allocate(current, 3 * kStreamSize, 16, SiteId(0)));
  std::memset(reinterpret_cast<void*>(process().streams), 0, 3 * kStreamSize);
  std::size_t n = 0;
  vector[n++] = put(name);
  for (const std::string& a : arguments) vector[n++] = put(a);
  vector[n] = nullptr;
  return vector;
}

char** Engine::program_environment() {
  static char* none[] = {nullptr};  // an empty environment: what is set on this machine is not part of the program
  return none;
}

}  // namespace heddle
