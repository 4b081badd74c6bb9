// What a loop calls in each round (loop_hooks.cpp puts the calls there): counts, and goes on to heddle_back_edge_slow
// (spin.cpp) when there is something to look at.
#include "machine/spin.h"

// The counter, and then the callee-saved registers on the stack: with the caller's frame above they are all that a
// round can hand over to the next beside memory. Of heddle_loop_head (preserve_none) that is %rbp alone: what lives on
// in the loop the caller has put into its frame, and what does not must not make a difference.
asm(R"(
.text
.globl heddle_back_edge
.type heddle_back_edge, @function
heddle_back_edge:
  .cfi_startproc
  movq heddle_loop_rounds@GOTPCREL(%rip), %rax
  movl (%rax), %ecx
  addl $1, %ecx
  movl %ecx, (%rax)
  movq heddle_loop_trigger@GOTPCREL(%rip), %rax
  cmpl (%rax), %ecx
  jae 1f
  ret
1:
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  pushq %rbx
  .cfi_adjust_cfa_offset 8
  pushq %r12
  .cfi_adjust_cfa_offset 8
  pushq %r13
  .cfi_adjust_cfa_offset 8
  pushq %r14
  .cfi_adjust_cfa_offset 8
  pushq %r15
  .cfi_adjust_cfa_offset 8
  subq $8, %rsp
  .cfi_adjust_cfa_offset 8
  leaq 8(%rsp), %rsi
  xorl %edx, %edx
  xorl %ecx, %ecx
  movl $6, %r8d
  call heddle_back_edge_slow@PLT
  addq $56, %rsp
  .cfi_adjust_cfa_offset -56
  ret
  .cfi_endproc
.size heddle_back_edge, .-heddle_back_edge

.globl heddle_loop_head
.type heddle_loop_head, @function
heddle_loop_head:
  .cfi_startproc
  movq heddle_loop_first@GOTPCREL(%rip), %rax
  movl (%rax), %ecx
  movl $0, (%rax)
  movq heddle_loop_rounds@GOTPCREL(%rip), %rax
  movl (%rax), %edx
  addl $1, %edx
  movl %edx, (%rax)
  movq heddle_loop_trigger@GOTPCREL(%rip), %rax
  cmpl (%rax), %edx
  jae 2f
  ret
2:
  pushq %rbp
  .cfi_adjust_cfa_offset 8
  movl %r12d, %edi
  movq %rsp, %rsi
  movl %r13d, %edx
  movl $1, %r8d
  call heddle_back_edge_slow@PLT
  popq %rbp
  .cfi_adjust_cfa_offset -8
  ret
  .cfi_endproc
.size heddle_loop_head, .-heddle_loop_head
)");
