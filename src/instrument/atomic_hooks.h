// Building blocks shared by the rewriting of atomic instructions and of libatomic's functions.
#pragma once
#include <cstdint>

#include "instrument/context.h"
#include "model/operation.h"

namespace heddle {

std::uint32_t order_code(llvm::AtomicOrdering order);
// success | failure << 8 | weak << 16
std::uint32_t compare_exchange_orders(llvm::AtomicOrdering success, llvm::AtomicOrdering failure, bool weak);

// Values of any first-class type of 1, 2, 4, 8 bytes as the i64 that hooks take and give.
llvm::Value* to_bits(llvm::IRBuilder<>& at, llvm::Value* value);
llvm::Value* from_bits(llvm::IRBuilder<>& at, llvm::Value* bits, llvm::Type* type);
// A private 16-byte slot in the function's entry block.
llvm::AllocaInst* slot16(llvm::Function& function);

inline bool fits_register(std::uint64_t width) { return width == 1 || width == 2 || width == 4 || width == 8; }

}  // namespace heddle
