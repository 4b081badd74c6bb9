// The text of inline assembly, taken apart: statements, each with its prefix, its mnemonic and its operands in the
// order "from, to" whatever the syntax (AT&T, Intel, or both as alternatives). What the words mean is assembly.cpp's
// business.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class InlineAsm;
}

namespace heddle {

struct AsmOperand {
  enum class Kind { Number, Register, Argument };
  Kind kind = Kind::Number;
  bool memory = false;     // 8(%rdi,%rcx,4), [rdi]: what the register or argument points to
  std::int64_t value = 0;  // of a number; of an argument its index
  std::string name;        // of a register: ax, r8 ...
  unsigned bits = 0;       // as the text says: of the register, ${0:b}, "dword ptr"; 0: it does not
  // Of a memory operand: what is added to the pointer.
  std::int64_t offset = 0;
  unsigned scale = 0;                // of the index; 0: there is none
  Kind index_kind = Kind::Register;  // Register, Argument
  std::int64_t index_value = 0;
  std::string index_name;
};

struct AsmStatement {
  std::string text;  // as written, for messages
  bool lock = false;
  std::string mnemonic;
  bool intel = false;
  std::vector<AsmOperand> operands;
};

// Metadata of a call of inline assembly: the text of the first statement that is not understood.
inline constexpr char kNotUnderstood[] = "heddle.not_understood";

// Compiler barriers and hints that a processor may ignore.
bool is_harmless_assembly(const llvm::InlineAsm& assembly);

// What cannot be taken apart has no operands and the mnemonic "?".
std::vector<AsmStatement> statements_of(const llvm::InlineAsm& assembly);

// ax, eax, al -> ax; the width in `bits`. Nothing: not a general register.
std::optional<std::string> register_of(std::string name, unsigned& bits);

}  // namespace heddle
