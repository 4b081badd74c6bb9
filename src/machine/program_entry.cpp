// A stub a function: it loads the function's address and goes to the common part, which takes down the registers that
// the function has to give back, and jumps. Nothing is pushed and no argument touched, so the function finds what the
// program left for it, on the stack, too, and returns to the program directly. Only r11 is lost, which belongs to
// nobody at a call.
#include "machine/program_entry.h"

#include <cstdlib>
#include <unordered_map>

extern "C" {
heddle::ProgramEntry heddle_program_entry;
extern char heddle_entry_stubs[];  // as assembled below: one every 16 bytes
// Not static, so that the stubs can name it.
void* heddle_entry_targets[1024];
}

static_assert(offsetof(heddle::ProgramEntry, saved) == 8 && offsetof(heddle::ProgramEntry, arguments) == 56 &&
              offsetof(heddle::ProgramEntry, since) == 104);

__asm__(R"(
  .text
  .balign 16
  .globl heddle_entry_stubs
  .hidden heddle_entry_stubs
heddle_entry_stubs:
  .set heddle_entry_number, 0
  .rept 1024
  .balign 16
  movq heddle_entry_targets + 8 * heddle_entry_number(%rip), %r11
  jmp heddle_enter_runtime
  .set heddle_entry_number, heddle_entry_number + 1
  .endr
  .balign 16
heddle_enter_runtime:
  movq %rsp, heddle_program_entry(%rip)
  movq %rbx, heddle_program_entry + 8(%rip)
  movq %rbp, heddle_program_entry + 16(%rip)
  movq %r12, heddle_program_entry + 24(%rip)
  movq %r13, heddle_program_entry + 32(%rip)
  movq %r14, heddle_program_entry + 40(%rip)
  movq %r15, heddle_program_entry + 48(%rip)
  movq $0, heddle_program_entry + 56(%rip)
  movq $0, heddle_program_entry + 64(%rip)
  movq $0, heddle_program_entry + 72(%rip)
  movq $0, heddle_program_entry + 80(%rip)
  movq $0, heddle_program_entry + 88(%rip)
  movq $0, heddle_program_entry + 96(%rip)
  movq %r11, heddle_program_entry + 104(%rip)
  cmpb $0, heddle_overwrites_dead_values(%rip)
  jne heddle_overwrite_and_enter
  jmp *%r11

# For tests (dead_values.h). The function gives back the registers as it finds them, so they are changed before it begins.
# Nothing of this stays below the stack pointer, where later frames have gaps.
heddle_overwrite_and_enter:
  pushq %rax
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  subq $128, %rsp
  movups %xmm0, (%rsp)
  movups %xmm1, 16(%rsp)
  movups %xmm2, 32(%rsp)
  movups %xmm3, 48(%rsp)
  movups %xmm4, 64(%rsp)
  movups %xmm5, 80(%rsp)
  movups %xmm6, 96(%rsp)
  movups %xmm7, 112(%rsp)
  call heddle_overwrite_dead_values
  leaq -8192(%rsp), %rdi
  movl $1024, %ecx
  xorl %eax, %eax
  rep stosq
  movups (%rsp), %xmm0
  movups 16(%rsp), %xmm1
  movups 32(%rsp), %xmm2
  movups 48(%rsp), %xmm3
  movups 64(%rsp), %xmm4
  movups 80(%rsp), %xmm5
  movups 96(%rsp), %xmm6
  movups 112(%rsp), %xmm7
  addq $128, %rsp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  movq heddle_program_entry + 8(%rip), %rbx
  movq heddle_program_entry + 16(%rip), %rbp
  movq heddle_program_entry + 24(%rip), %r12
  movq heddle_program_entry + 32(%rip), %r13
  movq heddle_program_entry + 40(%rip), %r14
  movq heddle_program_entry + 48(%rip), %r15
  .set heddle_entry_number, 1
  .rept 25
  movq $0, -8 * heddle_entry_number(%rsp)
  .set heddle_entry_number, heddle_entry_number + 1
  .endr
  jmp *%r11

  .balign 16
  .globl heddle_call_program
  .hidden heddle_call_program
heddle_call_program:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  movq %rsp, (%r8)
  movq %rdi, %r10
  movq %rcx, %r11
  leaq (,%r9,8), %rax
  movq %rsp, %rdi
  subq %rax, %rdi
  movq %r9, %rcx
  xorl %eax, %eax
  rep stosq
  movq %r11, %rcx
  movq %r10, %rax
  movq %rsi, %rdi
  movq %rdx, %rsi
  movq %rcx, %rdx
  xorl %ebx, %ebx
  xorl %r12d, %r12d
  xorl %r13d, %r13d
  xorl %r14d, %r14d
  xorl %r15d, %r15d
  callq *%rax
  leaq -40(%rbp), %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
)");

namespace heddle {

void* entry_of(void* function) {
  static std::unordered_map<void*, std::size_t> numbers;
  const auto [number, is_new] = numbers.try_emplace(function, numbers.size());
  if (number->second >= std::size(heddle_entry_targets)) std::abort();  // more functions than stubs: .rept above
  heddle_entry_targets[number->second] = function;
  return heddle_entry_stubs + 16 * number->second;
}

}  // namespace heddle
