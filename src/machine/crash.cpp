// A crash of the program is a finding, not the end of the tool: a signal on a fiber leaves the handler for the
// scheduler (Boost.Context does not care what it jumps out of) with a Failure in hand. A signal while no program code
// runs is our own bug and keeps its default action; the parent process reports it.
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <exception>

#include "machine/engine.h"
#include "machine/runtime.h"
#include "model/address_space.h"

namespace heddle {
namespace {

constexpr std::size_t kSignalStack = 256 << 10;

constexpr const char* kStackOverflow = "stack overflow";

std::string describe_fault(int number, const siginfo_t* info) {
  const auto a = reinterpret_cast<Address>(info->si_addr);
  if (number == SIGSEGV || number == SIGBUS) {
    // The processor gives no address then: no bad page, but an address that cannot be, or one that is not aligned enough.
    if (info->si_code == SI_KERNEL) return "access to a non-canonical or misaligned address";
    const Address top = Memory::stack_top(engine->current);
    if (a < top - Memory::kStackSize && a > top - kStackStride) return kStackOverflow;
    if (a < 4096) return "null pointer dereference";
    return "access to an invalid address";
  }
  if (number == SIGFPE) return info->si_code == FPE_INTDIV ? "division by zero" : "arithmetic exception";
  if (number == SIGILL || number == SIGTRAP) return "illegal instruction (undefined behaviour reached)";
  return strsignal(number);
}

// A call through a bad pointer: the processor stands at an address without code, and no frame could be found from
// there. Back to the call, for the stack in the report; nobody returns to this context.
bool called_nothing(const siginfo_t* info, ucontext_t& context) {
  auto& registers = context.uc_mcontext.gregs;
  const auto pc = static_cast<Address>(registers[REG_RIP]);
  if (pc != reinterpret_cast<Address>(info->si_addr)) return false;
  auto* top = reinterpret_cast<Address*>(registers[REG_RSP]);
  registers[REG_RIP] = static_cast<greg_t>(*top - 1);
  registers[REG_RSP] += sizeof *top;
  return true;
}

void on_signal(int number, siginfo_t* info, void* context) {
  if (number == SIGSEGV && engine) {
    ToolScope tool;
    if (engine->memory.written(reinterpret_cast<Address>(info->si_addr))) return;
  }
  if (!engine || !engine->on_fiber) {
    signal(number, SIG_DFL);
    raise(number);
    return;
  }
  in_program = false;
  Failure failure;
  failure.kind = BugKind::Crash;
  failure.thread = engine->current;
  failure.address = reinterpret_cast<Address>(info->si_addr);
  failure.detail = describe_fault(number, info);
  auto& where = *static_cast<ucontext_t*>(context);
  if (number == SIGSEGV && called_nothing(info, where))
    failure.detail = failure.address < 4096 ? "call through a null pointer" : "call to an address that holds no code";
  else if (number != SIGTRAP)  // lines are looked up for the byte before a return address: make this instruction that
    where.uc_mcontext.gregs[REG_RIP] += 1;
  failure.signal = sigabbrev_np(number) ? std::string("SIG") + sigabbrev_np(number) : std::to_string(number);
  engine->fail(std::move(failure));
}

}  // namespace

// Before the tool runs on what is left of a stack, not when it finds nothing left: an execution that is recorded, with
// more of the tool on the stack, has to end in the same place.
void overflow_stack() {
  stack_floor = 0;
  Failure failure(BugKind::Crash, engine->current, {}, reinterpret_cast<Address>(__builtin_frame_address(0)),
                  kStackOverflow);
  failure.signal = "SIGSEGV";
  engine->fail(std::move(failure));
}

void install_crash_handlers() {
  static bool installed = false;
  if (installed) return;
  installed = true;
  void* stack = mmap(nullptr, kSignalStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = kSignalStack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP}) sigaction(number, &action, nullptr);
  std::set_terminate(terminate_called);
}

}  // namespace heddle
