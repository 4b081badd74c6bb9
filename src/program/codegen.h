// From an instrumented module, which the optimiser has seen (instrument/instrument.cpp), to machine code in memory: the
// code generator with these settings, optimising or not:
//
//   generic x86-64     the functions carry the processor features that the user asked for with -m options; the host's
//                      are not added, so that the same program gives the same code everywhere
//   PIC, small model   code, constants and variables lie within 2 GB (model/address_space.h), libraries anywhere
//   emulated TLS       __emutls_get_address is ours: each program thread has its own thread_local variables
//   no library calls   nothing knows a library function by name here either
//   no tail calls      call stacks in reports show every caller
//   .heddle_frames     a section that says which values are dead at each call (frame_notes.h)
#pragma once
#include <llvm/IR/Module.h>

#include <string>

namespace heddle::program {

// The bytes of a relocatable object; none: see the message.
std::string generate_code(llvm::Module& module, bool optimise, std::string& error);

}  // namespace heddle::program
