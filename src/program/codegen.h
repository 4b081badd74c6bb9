// From an instrumented module to machine code in memory: the optimiser (O2, or nothing but what is required when a
// debugger is to be used) and the code generator, with these settings:
//
//   generic x86-64     the functions carry the processor features that the user asked for with -m options; the host's
//                      are not added, so that the same program gives the same code everywhere
//   PIC, small model   code, constants and variables lie within 2 GB (model/address_space.h), libraries anywhere
//   emulated TLS       __emutls_get_address is ours: each program thread has its own thread_local variables
//   no library calls   the optimiser knows no library function by name. It would turn printf into puts or strcpy into
//                      memcpy after the hooks were placed, and the call that we observe would not happen.
//   no tail calls      call stacks in reports show every caller
#pragma once
#include <llvm/IR/Module.h>

#include <string>

namespace heddle::program {

// The bytes of a relocatable object; none: see the message.
std::string generate_code(llvm::Module& module, bool optimise, std::string& error);

}  // namespace heddle::program
