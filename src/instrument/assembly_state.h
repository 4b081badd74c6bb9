// What inline assembly works on, as symbols: registers and arguments are places that hold values of the module. What
// the instructions do with them is assembly.cpp's business.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "instrument/assembly_text.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"

namespace heddle {

class AsmState {
 protected:
  struct Place {
    std::string key;                  // of a value in a register
    llvm::Value* address = nullptr;   // or in memory
    llvm::Value* constant = nullptr;  // or an immediate operand
    unsigned bits = 0;
  };

  explicit AsmState(llvm::CallInst& call);

  bool bind();             // the arguments of the call; false: there is one of an unknown kind
  llvm::Value* results();  // what the call returns; null: nothing, or a flag that is not known
  // The statement that was not understood is noted for the refusal. Returns false.
  bool undo(const AsmStatement* why);

  // What stands there in the text, if it is of a known kind.
  bool place_of(const AsmOperand& operand, Place& out);
  llvm::Value* read(const Place& place, unsigned bits, bool atomic = false);
  bool write(const Place& place, llvm::Value* value, bool atomic = false);
  // Registers, by name. One that nobody has given a value may be moved around (cpuid.h saves rbx so), but it must not
  // matter: what is computed from poison is poison.
  void set(llvm::StringRef key, llvm::Value* value);
  llvm::Value* get(llvm::StringRef key, unsigned bits);
  llvm::Value* get_or_zero(llvm::StringRef key, unsigned bits);
  llvm::Value* matters(llvm::Value* value);
  void flags_of(llvm::Value* result);
  llvm::Value* condition(llvm::StringRef name);  // e, nz, c ...; null: not known

  // Accesses and calls, which nobody else would remove if the rest is not understood.
  template <class I>
  I* keep(I* instruction) {
    made_.push_back(instruction);
    return instruction;
  }

  llvm::CallInst& call_;
  const llvm::InlineAsm& assembly_;
  llvm::IRBuilder<> at_;
  llvm::Value *zero_ = nullptr, *negative_ = nullptr, *carry_ = nullptr, *overflow_ = nullptr;
  bool unset_ = false;  // a register without a value matters

 private:
  bool bind(const llvm::InlineAsm::ConstraintInfo& constraint, unsigned& argument);
  llvm::Type* result_type(std::size_t i) const;
  unsigned bits_of(llvm::Type* type) const;

  std::vector<Place> places_;                                 // of the arguments, by the number in the text
  std::vector<std::pair<std::string, std::string>> outputs_;  // key and constraint of each value that the call returns
  llvm::StringMap<llvm::Value*> registers_;
  std::vector<llvm::Instruction*> made_;
};

}  // namespace heddle
