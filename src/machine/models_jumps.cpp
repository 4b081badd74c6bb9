// setjmp and longjmp within a thread. The buffer is the program's memory and holds what a call has to keep by the rules
// of the processor, so that a restore brings it back with the stack. A jump ends the locals of the frames that it
// leaves, as an exception does (unwinding.cpp). It may leave frames of the program only: a model that calls back into
// the program would not notice that its call is over. What is jumped to must still be there, in the same thread: a
// frame of the function that called setjmp, in that place. (Another call of the same function that happens to lie there
// is taken for it.)
//
// The signal mask is not kept: nothing is delivered (library/signals.c).
#include <unwind.h>

#include "machine/models.h"

namespace heddle {
namespace {

struct Saved {
  std::uint64_t registers[6];  // rbx, rbp, r12 .. r15
  Address stack;               // pointer when setjmp returns
  std::uint64_t code;
  std::uint64_t site;  // of the call of setjmp
};

// The frames from here on, to the one that the stack pointer of a jump lies in.
struct LeftFrames {
  Address landing;
  bool in_program = false, foreign = false;
  void* last = nullptr;  // function of the last frame
};

_Unwind_Reason_Code look_at_frame(_Unwind_Context* context, void* argument) {
  LeftFrames& left = *static_cast<LeftFrames*>(argument);
  if (_Unwind_GetCFA(context) > left.landing) return _URC_END_OF_STACK;
  const Address code = _Unwind_GetIP(context);
  const bool program = code - kImageBase < kImageSize;
  left.in_program |= program;
  left.foreign |= left.in_program && !program;
  left.last = _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(code - 1));
  return _URC_NO_REASON;
}

[[noreturn]] void misused_jump(const Call& call, const char* what) {
  engine->fail(Failure(BugKind::Misuse, engine->current, call.site(), 0, what));
}

// On this fiber, which goes on at `saved`.
void leave_frames(const Saved& saved) {
  Call call;
  reads(&saved, sizeof saved, call.site());
  const auto here = reinterpret_cast<Address>(__builtin_frame_address(0));
  if (!in_stacks(saved.stack) || saved.code - kImageBase >= kImageSize)
    misused_jump(call, "longjmp with a buffer that setjmp has not filled");
  if (stack_owner(saved.stack) != stack_owner(here)) misused_jump(call, "longjmp to a setjmp of another thread");
  LeftFrames left{saved.stack};
  _Unwind_Backtrace(look_at_frame, &left);
  if (left.last != _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(saved.code - 1)))
    misused_jump(call, "longjmp to a function that has returned");
  if (left.foreign) {
    const SourcePosition at = engine->line_of_user(call.site());
    engine->refuse(at.file + ":" + std::to_string(at.line) +
                   ": longjmp out of a function that a library has called is not modelled");
  }
  engine->jumps_back(static_cast<std::uint32_t>(saved.site), saved.stack);
  engine->frames_end(here, saved.stack);
}

}  // namespace
}  // namespace heddle

using namespace heddle;

extern "C" {

void rt_setjmp_has_saved(Saved* saved) {
  Call call;
  saved->site = call.site().index();
  engine->begins_jumps(static_cast<std::uint32_t>(saved->site), saved->stack);
  writes(saved, sizeof *saved, call.site());
}

[[noreturn]] void rt_jump(const Saved*, int value);
[[noreturn]] void rt_longjmp(const Saved* saved, int value) {
  leave_frames(*saved);
  rt_jump(saved, value == 0 ? 1 : value);
}
}

// setjmp returns twice, so that no frame of ours may be below the caller's when it does: nothing but assembly can do
// that.
__asm__(R"(
.text
.globl rt_setjmp
.type rt_setjmp, @function
rt_setjmp:
  .cfi_startproc
  movq %rbx, (%rdi)
  movq %rbp, 8(%rdi)
  movq %r12, 16(%rdi)
  movq %r13, 24(%rdi)
  movq %r14, 32(%rdi)
  movq %r15, 40(%rdi)
  leaq 8(%rsp), %rdx
  movq %rdx, 48(%rdi)
  movq (%rsp), %rdx
  movq %rdx, 56(%rdi)
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  call rt_setjmp_has_saved@PLT
  addq $8, %rsp
  .cfi_adjust_cfa_offset -8
  xorl %eax, %eax
  ret
  .cfi_endproc
.size rt_setjmp, .-rt_setjmp

.globl rt_jump
.type rt_jump, @function
rt_jump:
  .cfi_startproc
  movq (%rdi), %rbx
  movq 8(%rdi), %rbp
  movq 16(%rdi), %r12
  movq 24(%rdi), %r13
  movq 32(%rdi), %r14
  movq 40(%rdi), %r15
  movl %esi, %eax
  movq 56(%rdi), %rdx
  movq 48(%rdi), %rsp
  jmp *%rdx
  .cfi_endproc
.size rt_jump, .-rt_jump
)");
