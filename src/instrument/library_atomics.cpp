// libatomic's functions -> the same hooks as atomic instructions. clang calls them for objects that are larger than a
// register or not known to be aligned:
//
//   __atomic_{load,store,exchange,compare_exchange}(size, p, ...)      values by address
//   __atomic_{load,store,exchange,compare_exchange}_N(p, ...)          values in registers
//   __atomic_fetch_{add,sub,and,or,xor,nand}_N, __atomic_{add,...}_fetch_N
//
// The first four with another size than a power of two up to 16, or one that is not constant, stay as they are: the
// machine has its own version of them (machine/models_atomic.cpp). The order may be a run-time value: then it is translated at run
// time. What the by-address forms read and write through their value pointers are plain accesses of the program.
#include "instrument/atomic_hooks.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "model/hooks.h"

namespace heddle {

using namespace llvm;

namespace {

struct Operation {
  StringRef name;          // "load", "fetch_add", "add_fetch" ...
  std::uint64_t size = 0;  // 0: the first argument
};

std::optional<Operation> parse(const CallInst& call) {
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return std::nullopt;
  StringRef name = callee->getName();
  if (!name.consume_front("__atomic_")) return std::nullopt;
  for (unsigned size : {16, 8, 4, 2, 1}) {
    StringRef stem = name;
    if (stem.consume_back("_" + std::to_string(size))) return Operation{stem, size};
  }
  for (StringRef generic : {"load", "store", "exchange", "compare_exchange"})
    if (name == generic) return Operation{name, 0};
  return std::nullopt;
}

std::optional<std::pair<RmwKind, Instruction::BinaryOps>> arithmetic(StringRef operation) {
  if (operation == "add") return std::pair(RmwKind::Add, Instruction::Add);
  if (operation == "sub") return std::pair(RmwKind::Sub, Instruction::Sub);
  if (operation == "and") return std::pair(RmwKind::And, Instruction::And);
  if (operation == "or") return std::pair(RmwKind::Or, Instruction::Or);
  if (operation == "xor") return std::pair(RmwKind::Xor, Instruction::Xor);
  if (operation == "nand") return std::pair(RmwKind::Nand, Instruction::And);
  return std::nullopt;
}

class Rewriter {
 public:
  Rewriter(Context& context, CallInst& call)
      : context_(context), call_(call), at_(&call), first_(0), site_(at_.getInt32(0)) {}

  bool rewrite(Operation operation) {
    size_ = operation.size;
    if (size_ == 0) {
      auto* constant = dyn_cast<ConstantInt>(call_.getArgOperand(0));
      size_ = constant == nullptr ? 0 : constant->getZExtValue();
      by_address_ = true;
      first_ = 1;
    }
    if (!fits_register(size_) && size_ != 16) return by_address_;
    type_ = at_.getIntNTy(static_cast<unsigned>(size_ * 8));
    site_ = at_.getInt32(context_.site(call_, argument(0)));
    if (operation.name == "load")
      load();
    else if (operation.name == "store")
      store();
    else if (operation.name == "exchange")
      exchange();
    else if (operation.name == "compare_exchange")
      compare_exchange();
    else
      return fetch(operation.name);
    return true;
  }

 private:
  Value* argument(unsigned index) { return call_.getArgOperand(first_ + index); }
  Value* width() { return at_.getInt32(static_cast<std::uint32_t>(size_)); }
  Value* hook(StringRef name, ArrayRef<Value*> arguments) { return context_.hooks.call(at_, name, arguments); }

  // __ATOMIC_RELAXED .. __ATOMIC_SEQ_CST are 0 .. 5; consume is acquire. Nibble i of the table is our code for i.
  Value* order(Value* given) {
    Value* shift = at_.CreateShl(at_.CreateAnd(at_.CreateZExtOrTrunc(given, at_.getInt32Ty()), 7), 2);
    Value* code = at_.CreateAnd(at_.CreateLShr(at_.getInt32(0x432110), shift), 7);
    return at_.CreateOr(code, kAnyAlignment);  // that of a failure is shifted out
  }

  // A value of the operation: from a register, or read from where the program keeps it.
  Value* value(unsigned index) {
    if (!by_address_) return argument(index);
    announce(argument(index), false);
    return at_.CreateAlignedLoad(type_, argument(index), Align(1));
  }
  void announce(Value* pointer, bool write) {
    std::uint32_t site = context_.site(call_, pointer);
    if (!context_.escape.is_private(pointer)) context_.hooks.announce(at_, pointer, size_, write, site);
  }
  void write_back(Value* pointer, Value* result) {
    announce(pointer, true);
    at_.CreateAlignedStore(result, pointer, Align(1));
  }
  Value* slot(Value* content = nullptr) {
    AllocaInst* made = slot16(*call_.getFunction());
    if (content != nullptr) at_.CreateStore(content, made);
    return made;
  }
  void finish(Value* result) {
    if (!call_.getType()->isVoidTy())
      call_.replaceAllUsesWith(call_.getType() == result->getType() ? result
                                                                    : at_.CreateZExtOrTrunc(result, call_.getType()));
    call_.eraseFromParent();
  }

  Value* rmw(RmwKind kind, Value* operand, Value* order_value) {
    Value* code = at_.getInt32(static_cast<std::uint32_t>(kind));
    if (size_ < 16) {
      Value* bits = hook("heddle_atomic_rmw", {argument(0), to_bits(at_, operand), width(), code, order_value, site_});
      return from_bits(at_, bits, type_);
    }
    Value* old = slot();
    hook("heddle_atomic_rmw16", {argument(0), slot(operand), old, code, order_value, site_});
    return at_.CreateLoad(type_, old);
  }

  void load() {  // (p, order) or (p, result, order)
    Value* how = order(argument(by_address_ ? 2 : 1));
    Value* result;
    if (size_ < 16) {
      result = from_bits(at_, hook("heddle_atomic_load", {argument(0), width(), how, site_}), type_);
    } else {
      Value* place = slot();
      hook("heddle_atomic_load16", {argument(0), place, how, site_});
      result = at_.CreateLoad(type_, place);
    }
    if (by_address_) write_back(argument(1), result);
    finish(result);
  }

  void store() {  // (p, value, order)
    Value* content = value(1);
    Value* how = order(argument(2));
    if (size_ < 16)
      hook("heddle_atomic_store", {argument(0), to_bits(at_, content), width(), how, site_});
    else
      hook("heddle_atomic_store16", {argument(0), slot(content), how, site_});
    finish(content);
  }

  void exchange() {  // (p, value, order) or (p, value, result, order)
    Value* old = rmw(RmwKind::Exchange, value(1), order(argument(by_address_ ? 3 : 2)));
    if (by_address_) write_back(argument(2), old);
    finish(old);
  }

  // (p, expected, desired, success, failure): expected is by address in both forms. Strong.
  void compare_exchange() {
    announce(argument(1), false);
    Value* expected = at_.CreateAlignedLoad(type_, argument(1), Align(1));
    Value* desired = value(2);
    Value* orders = at_.CreateOr(order(argument(3)), at_.CreateShl(order(argument(4)), 8));
    Value* old;
    if (size_ < 16) {
      Value* bits = hook("heddle_atomic_cas",
                         {argument(0), to_bits(at_, expected), to_bits(at_, desired), width(), orders, site_});
      old = from_bits(at_, bits, type_);
    } else {
      Value* place = slot();
      hook("heddle_atomic_cas16", {argument(0), slot(expected), slot(desired), place, orders, site_});
      old = at_.CreateLoad(type_, place);
    }
    Value* same = at_.CreateICmpEQ(old, expected);
    Instruction* failed = SplitBlockAndInsertIfThen(at_.CreateNot(same), &call_, false);
    at_.SetInsertPoint(failed);
    write_back(argument(1), old);
    at_.SetInsertPoint(&call_);
    finish(at_.CreateZExt(same, call_.getType()));
  }

  bool fetch(StringRef name) {
    bool new_value = name.consume_back("_fetch");
    if (!new_value && !name.consume_front("fetch_")) return false;
    auto known = arithmetic(name);
    if (!known) return false;
    Value* old = rmw(known->first, argument(1), order(argument(2)));
    if (new_value) {
      old = at_.CreateBinOp(known->second, old, argument(1));
      if (known->first == RmwKind::Nand) old = at_.CreateNot(old);
    }
    finish(old);
    return true;
  }

  Context& context_;
  CallInst& call_;
  IRBuilder<> at_;
  unsigned first_;  // index of the address among the arguments
  bool by_address_ = false;
  std::uint64_t size_ = 0;
  Type* type_ = nullptr;
  Value* site_;
};

}  // namespace

void rewrite_library_atomics(Context& context, Function& function) {
  std::vector<CallInst*> calls;
  for (Instruction& instruction : instructions(function))
    if (auto* call = dyn_cast<CallInst>(&instruction))
      if (parse(*call)) calls.push_back(call);
  for (CallInst* call : calls)
    if (!Rewriter(context, *call).rewrite(*parse(*call)))
      context.refuse(*call, "atomic operation of an unusual kind or width");
}

}  // namespace heddle
