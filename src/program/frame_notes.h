// Which registers and spill slots are dead at each call of the program, from the code generator itself: a pass right
// before the code is written looks at the final instructions, and a section of the object (.heddle_frames) holds what
// it found, by return address. No loader reads that section; FrameTable (frame_table.h) does, when somebody asks.
//
// Here the answer is exact and cheap: the control flow is known with jump tables and landing pads, the operands with
// what they define and use, and a spill slot is told from the program's variables. Of a variable in memory nothing
// is said: pointers may lead there.
//
// Whatever is not certain is live. In particular
//
//   a register that the function has not saved      is its caller's, and live whatever the function does
//   rbp where the unwinder finds the frame by it     live
//   at a call                                        also what the landing pads of its block read
//   in a function that calls setjmp                  all
//   inline assembly                                  reads every slot, and defines no register for certain
//   registers of 8 and 16 bits                       are not a definition of the whole, but of their bytes
//   an instruction whose width is not certain        reads all of a slot
//   a slot that an instruction names which loads     is read, also where its memory operand is noted as stored
//   operands that the compiler calls undefined       are read like others, but for xor r, r
#pragma once
#include <llvm/CodeGen/AsmPrinter.h>
#include <llvm/IR/LegacyPassManager.h>

namespace heddle::program {

inline constexpr char kFramesSection[] = ".heddle_frames";

// To be called when all passes but the printer of the code are there; the printer is to be added afterwards.
void add_frame_notes(llvm::legacy::PassManager& passes, llvm::AsmPrinter& printer);

}  // namespace heddle::program
