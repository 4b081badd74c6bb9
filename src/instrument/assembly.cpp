// Inline assembly that is understood becomes what it does, before anything is hooked: atomic instructions, fences, bit
// operations, moves, the clock and the description of the processor. A call that has any other instruction in it stays
// as it is, and is refused when it is reached (call_hooks.cpp).
//
// The statements are run on symbols: a register is a place with a value, and so is every argument that is in one. What
// is locked on x86 is a full barrier: sequentially consistent. A move to or from memory is what the processor makes of
// it (a load that acquires, a store that releases); whoever writes one by hand means that. An instruction that changes
// memory without a lock is a plain load and a plain store.
#include "instrument/assembly_state.h"
#include "instrument/context.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace heddle {

using namespace llvm;

namespace {

class Translation : AsmState {
 public:
  explicit Translation(CallInst& call) : AsmState(call) {}

  // The call is gone; false: it is not understood, and nothing has changed.
  bool run() {
    const std::vector<AsmStatement> all = statements_of(assembly_);
    if (all.empty() || !bind()) return false;
    for (const AsmStatement& statement : all)
      if (!translate(statement) || unset_) return undo(&statement);
    Value* result = results();
    if (unset_ || (result == nullptr && !call_.getType()->isVoidTy())) return undo(nullptr);
    if (result != nullptr) call_.replaceAllUsesWith(result);
    call_.eraseFromParent();
    return true;
  }

 private:
  // The mnemonic without its suffix, and how wide the operands are; 0: nothing says it.
  static unsigned width(const Place& from, const Place& to, char suffix) {
    if (suffix != 0) return suffix == 'b' ? 8 : suffix == 'w' ? 16 : suffix == 'l' ? 32 : 64;
    if (to.bits != 0 && to.constant == nullptr) return to.bits;
    return from.constant == nullptr ? from.bits : 0;
  }

  bool translate(const AsmStatement& s) {
    StringRef name = s.mnemonic;
    const std::size_t count = s.operands.size();
    if (count == 0) return without_operands(name);
    if (s.lock && is_stack_barrier(s)) return fence();
    Place from, to;
    if (!place_of(s.operands.front(), from) || !place_of(s.operands.back(), to)) return false;
    if (count == 1) {
      if (StringRef condition_name = name; condition_name.consume_front("set")) return set_byte(condition_name, to);
      if (name == "cmpxchg16b" || name == "cmpxchg8b")
        return s.lock && wide_exchange(to, name == "cmpxchg16b" ? 64 : 32);
      return with_width(s, name, from, to, &Translation::one);
    }
    return count == 2 && with_width(s, name, from, to, &Translation::two);
  }

  using Instruction2 = bool (Translation::*)(StringRef, bool, const Place&, const Place&, unsigned);
  bool with_width(const AsmStatement& s, StringRef name, const Place& from, const Place& to, Instruction2 translate) {
    if (const unsigned bits = width(from, to, 0); bits != 0 && (this->*translate)(name, s.lock, from, to, bits))
      return true;
    const char suffix = name.back();
    if (s.intel || !StringRef("bwlq").contains(suffix)) return false;
    return (this->*translate)(name.drop_back(), s.lock, from, to, width(from, to, suffix));
  }

  // lock; addl $0, (%rsp)
  static bool is_stack_barrier(const AsmStatement& s) {
    if (s.operands.size() != 2) return false;
    const AsmOperand &from = s.operands[0], &to = s.operands[1];
    StringRef name = s.mnemonic;
    return to.memory && to.kind == AsmOperand::Kind::Register && to.name == "sp" &&
           from.kind == AsmOperand::Kind::Number && from.value == 0 &&
           (name.starts_with("add") || name.starts_with("or"));
  }
  bool fence() {
    keep(at_.CreateFence(AtomicOrdering::SequentiallyConsistent));
    return true;
  }

  bool without_operands(StringRef name) {
    if (name == "nop" || name == "pause" || name == "cld") return true;
    if (name == "mfence" || name == "lfence" || name == "sfence") return fence();
    if (name == "rdtsc" || name == "rdtscp") return read_clock(name == "rdtscp");
    if (name == "cpuid") return describe_processor();
    return false;
  }

  bool read_clock(bool processor) {
    FunctionCallee clock = call_.getModule()->getOrInsertFunction("heddle_cycles", at_.getInt64Ty());
    Value* now = keep(at_.CreateCall(clock));
    set("ax", at_.CreateTrunc(now, at_.getInt32Ty()));
    set("dx", at_.CreateTrunc(at_.CreateLShr(now, 32), at_.getInt32Ty()));
    if (processor) set("cx", at_.getInt32(0));
    return true;
  }

  // One without extras, so that the way through the program does not depend on where the tool runs: 64 bits, SSE2, and
  // cmpxchg16b.
  bool describe_processor() {
    struct Leaf {
      std::uint32_t number, ax, bx, cx, dx;
    };
    constexpr Leaf kLeaves[] = {{0, 1, 0x756e6547, 0x6c65746e, 0x49656e69},  // GenuineIntel
                                {1, 0x000006f0, 0x00020800, 1u << 13, 0x07808151},
                                {0x80000000, 0x80000001, 0, 0, 0},
                                {0x80000001, 0, 0, 1, 1u << 29}};
    Value* asked = matters(get("ax", 32));
    Value *ax = at_.getInt32(0), *bx = ax, *cx = ax, *dx = ax;
    for (const Leaf& leaf : kLeaves) {
      Value* is = at_.CreateICmpEQ(asked, at_.getInt32(leaf.number));
      ax = at_.CreateSelect(is, at_.getInt32(leaf.ax), ax);
      bx = at_.CreateSelect(is, at_.getInt32(leaf.bx), bx);
      cx = at_.CreateSelect(is, at_.getInt32(leaf.cx), cx);
      dx = at_.CreateSelect(is, at_.getInt32(leaf.dx), dx);
    }
    set("ax", ax), set("bx", bx), set("cx", cx), set("dx", dx);
    return true;
  }

  bool set_byte(StringRef name, const Place& to) {
    Value* flag = condition(name);
    return flag != nullptr && write(to, at_.CreateZExt(matters(flag), at_.getInt8Ty()));
  }

  bool one(StringRef name, bool lock, const Place&, const Place& to, unsigned bits) {
    if (bits > 64 || to.constant != nullptr || (lock && to.address == nullptr)) return false;
    Type* type = at_.getIntNTy(bits);
    Value* number = ConstantInt::get(type, 1);
    if (name == "inc") return change(AtomicRMWInst::Add, lock, to, number, false);
    if (name == "dec") return change(AtomicRMWInst::Sub, lock, to, number, false);
    if (name == "not") return invert(lock, to, bits);
    if (name == "bswap" && !lock && bits >= 32)
      return write(to, at_.CreateUnaryIntrinsic(Intrinsic::bswap, read(to, bits)));
    return false;
  }

  bool invert(bool lock, const Place& to, unsigned bits) {
    // not changes no flag
    Value *before_zero = zero_, *before_negative = negative_, *before_carry = carry_, *before_overflow = overflow_;
    const bool done = change(AtomicRMWInst::Xor, lock, to, Constant::getAllOnesValue(at_.getIntNTy(bits)), false);
    zero_ = before_zero, negative_ = before_negative, carry_ = before_carry, overflow_ = before_overflow;
    return done;
  }

  Value* apply(AtomicRMWInst::BinOp operation, Value* old, Value* given) {
    switch (operation) {
      case AtomicRMWInst::Add:
        return at_.CreateAdd(old, given);
      case AtomicRMWInst::Sub:
        return at_.CreateSub(old, given);
      case AtomicRMWInst::And:
        return at_.CreateAnd(old, given);
      case AtomicRMWInst::Or:
        return at_.CreateOr(old, given);
      case AtomicRMWInst::Xor:
        return at_.CreateXor(old, given);
      default:
        return given;
    }
  }

  // `carries`: add and sub of a given number set the carry, inc and dec leave it.
  bool change(AtomicRMWInst::BinOp operation, bool lock, const Place& to, Value* given, bool carries) {
    const unsigned bits = given->getType()->getIntegerBitWidth();
    Value* old = lock ? atomic(operation, to, given) : read(to, bits);
    Value* fresh = apply(operation, old, given);
    Value* carry_before = carry_;
    flags_of(fresh);
    const bool logical = operation != AtomicRMWInst::Add && operation != AtomicRMWInst::Sub;
    carry_ = !carries                          ? carry_before
             : logical                         ? at_.getFalse()
             : operation == AtomicRMWInst::Add ? at_.CreateICmpULT(fresh, old)
                                               : at_.CreateICmpULT(old, given);
    // The sign of the result is neither that of both (add), or it went the wrong way (sub).
    Value* turned = operation == AtomicRMWInst::Add ? at_.CreateXor(fresh, given) : at_.CreateXor(old, given);
    overflow_ = logical ? at_.getFalse() : at_.CreateIsNeg(at_.CreateAnd(at_.CreateXor(fresh, old), turned));
    return lock || write(to, fresh);
  }
  Value* atomic(AtomicRMWInst::BinOp operation, const Place& to, Value* given) {
    return keep(at_.CreateAtomicRMW(operation, to.address, matters(given),
                                    Align(given->getType()->getIntegerBitWidth() / 8),
                                    AtomicOrdering::SequentiallyConsistent));
  }

  bool two(StringRef name, bool lock, const Place& from, const Place& to, unsigned bits) {
    if (bits > 64 || (lock && to.address == nullptr && name != "xchg")) return false;
    if (name == "mov") return !lock && write(to, read(from, bits, true), true);
    if (name == "xchg") return exchange(from, to, bits);
    if (name == "xadd") return exchange_and_add(lock, from, to, bits);
    if (name == "cmpxchg") return lock ? compare_exchange(from, to, bits) : compare_and_move(from, to, bits);
    for (const auto& [word, operation] : {std::pair<StringRef, AtomicRMWInst::BinOp>{"add", AtomicRMWInst::Add},
                                          {"sub", AtomicRMWInst::Sub},
                                          {"and", AtomicRMWInst::And},
                                          {"or", AtomicRMWInst::Or},
                                          {"xor", AtomicRMWInst::Xor}})
      if (name == word) return change(operation, lock, to, read(from, bits), true);
    if (name == "test" && !lock) return flags_of(at_.CreateAnd(read(from, bits), read(to, bits))), true;
    if (name == "bt") return !lock && look_at_bit(from, to, bits);
    if (name == "bts" || name == "btr" || name == "btc") return lock && change_bit(name, from, to, bits);
    return !lock && count_bits(name, from, to, bits);
  }

  bool exchange(const Place& from, const Place& to, unsigned bits) {
    const bool swapped = to.address == nullptr && from.address != nullptr;
    const Place &memory = swapped ? from : to, &other = swapped ? to : from;
    if (other.address != nullptr || other.constant != nullptr) return false;
    Value* given = read(other, bits);
    if (memory.address == nullptr) return write(other, read(memory, bits)) && write(memory, given);
    return write(other, atomic(AtomicRMWInst::Xchg, memory, given));
  }

  bool exchange_and_add(bool lock, const Place& from, const Place& to, unsigned bits) {
    if (from.address != nullptr || from.constant != nullptr || (lock && to.address == nullptr)) return false;
    Value *given = read(from, bits), *old = nullptr;
    if (lock) {
      old = atomic(AtomicRMWInst::Add, to, given);
      flags_of(at_.CreateAdd(old, given));
      return write(from, old);
    }
    old = read(to, bits);
    Value* sum = at_.CreateAdd(old, given);
    flags_of(sum);
    return write(from, old) && write(to, sum);  // in this order, if both are one register
  }

  // Without a lock: plain accesses, and memory is written whether it was equal or not.
  bool compare_and_move(const Place& from, const Place& to, unsigned bits) {
    if (from.address != nullptr || to.constant != nullptr) return false;
    Value *expected = matters(get("ax", bits)), *given = read(from, bits), *old = read(to, bits);
    Value* equal = at_.CreateICmpEQ(old, expected);
    Place accumulator;
    accumulator.key = "ax";
    if (!write(to, at_.CreateSelect(equal, given, old)) || !write(accumulator, old)) return false;
    zero_ = equal;
    negative_ = carry_ = overflow_ = nullptr;
    return true;
  }

  bool compare_exchange(const Place& from, const Place& to, unsigned bits) {
    return compare_exchange(to.address, get("ax", bits), read(from, bits), bits, [&](Value* old) {
      Place result;
      result.key = "ax";
      write(result, old);
    });
  }
  template <class F>
  bool compare_exchange(Value* address, Value* expected, Value* given, unsigned bits, F store_old) {
    auto* done =
        keep(at_.CreateAtomicCmpXchg(address, matters(expected), matters(given), Align(bits / 8),
                                     AtomicOrdering::SequentiallyConsistent, AtomicOrdering::SequentiallyConsistent));
    store_old(at_.CreateExtractValue(done, 0));
    zero_ = at_.CreateExtractValue(done, 1);
    negative_ = carry_ = overflow_ = nullptr;
    return true;
  }

  // The code generator may use the instruction as well.
  static void allow_wide_exchange(Function& function) {
    const StringRef features = function.getFnAttribute("target-features").getValueAsString();
    function.addFnAttr("target-features", (features + (features.empty() ? "+cx16" : ",+cx16")).str());
  }

  // cmpxchg8b and 16b: dx:ax with cx:bx, each half of this many bits.
  bool wide_exchange(const Place& to, unsigned half) {
    if (to.address == nullptr) return false;
    if (half == 64) allow_wide_exchange(*call_.getFunction());
    Type* type = at_.getIntNTy(2 * half);
    const auto joined = [&](StringRef high, StringRef low) {
      return at_.CreateOr(at_.CreateShl(at_.CreateZExt(get(high, half), type), half),
                          at_.CreateZExt(get(low, half), type));
    };
    return compare_exchange(to.address, joined("dx", "ax"), joined("cx", "bx"), 2 * half, [&](Value* old) {
      set("ax", at_.CreateTrunc(old, at_.getIntNTy(half)));
      set("dx", at_.CreateTrunc(at_.CreateLShr(old, half), at_.getIntNTy(half)));
    });
  }

  // The number of a bit in a register may lead out of the word in memory; one in the text may not.
  std::pair<Place, Value*> word_and_mask(const Place& from, const Place& to, unsigned bits) {
    Type* type = at_.getIntNTy(bits);
    Value* number = read(from, bits);
    Place word = to;
    if (from.constant == nullptr && to.address != nullptr) {
      Value* words = at_.CreateSExt(at_.CreateAShr(number, Log2_32(bits)), at_.getInt64Ty());
      word.address = at_.CreateGEP(type, to.address, words);
    }
    return {word, at_.CreateShl(ConstantInt::get(type, 1), at_.CreateAnd(number, bits - 1))};
  }
  bool look_at_bit(const Place& from, const Place& to, unsigned bits) {
    if (from.address != nullptr || to.constant != nullptr || bits < 16) return false;
    const auto [word, mask] = word_and_mask(from, to, bits);
    carry_ = at_.CreateIsNotNull(at_.CreateAnd(read(word, bits), mask));
    negative_ = overflow_ = nullptr;
    return true;
  }
  bool change_bit(StringRef name, const Place& from, const Place& to, unsigned bits) {
    if (from.address != nullptr || bits < 16) return false;
    const auto [word, mask] = word_and_mask(from, to, bits);
    const AtomicRMWInst::BinOp operation = name == "bts"   ? AtomicRMWInst::Or
                                           : name == "btr" ? AtomicRMWInst::And
                                                           : AtomicRMWInst::Xor;
    Value* old = atomic(operation, word, name == "btr" ? at_.CreateNot(mask) : mask);
    zero_ = negative_ = overflow_ = nullptr;
    carry_ = at_.CreateIsNotNull(at_.CreateAnd(old, mask));
    return true;
  }

  // With 0, bsf and bsr leave the register as it is.
  bool count_bits(StringRef name, const Place& from, const Place& to, unsigned bits) {
    if (to.address != nullptr || to.constant != nullptr || bits < 16) return false;
    const bool scan = name == "bsf" || name == "bsr";
    const Intrinsic::ID count = name == "popcnt"                   ? Intrinsic::ctpop
                                : name == "tzcnt" || name == "bsf" ? Intrinsic::cttz
                                : name == "lzcnt" || name == "bsr" ? Intrinsic::ctlz
                                                                   : Intrinsic::not_intrinsic;
    if (count == Intrinsic::not_intrinsic) return false;
    Value* given = read(from, bits);
    Value* result = count == Intrinsic::ctpop ? at_.CreateUnaryIntrinsic(count, given)
                                              : at_.CreateBinaryIntrinsic(count, given, at_.getFalse());
    if (name == "bsr") result = at_.CreateSub(ConstantInt::get(given->getType(), bits - 1), result);
    Value* none = at_.CreateIsNull(given);
    if (scan) result = at_.CreateSelect(none, get_or_zero(to.key, bits), result);
    negative_ = overflow_ = nullptr;
    zero_ = scan || count == Intrinsic::ctpop ? none : at_.CreateIsNull(result);
    carry_ = count == Intrinsic::ctpop ? at_.getFalse() : scan ? nullptr : none;
    return write(to, result);
  }
};

}  // namespace

// What the headers of Valgrind say to it: rotations that come to nothing, and an exchange of a register with itself. The
// request and its arguments are in memory at %rax; without Valgrind the default in %rdx stays (rt_valgrind_request).
static bool replace_valgrind_request(CallInst& call) {
  const auto* assembly = cast<InlineAsm>(call.getCalledOperand());
  const StringRef text = assembly->getAsmString();
  if (!text.starts_with("rolq $$3,  %rdi ; rolq $$13, %rdi") || !text.ends_with("xchgq %rbx,%rbx")) return false;
  if (!StringRef(assembly->getConstraintString()).starts_with("={dx},{ax},0,")) return false;
  FunctionCallee request = call.getModule()->getOrInsertFunction("heddle_valgrind_request", call.getFunctionType());
  call.setCalledFunction(request);
  call.setAttributes({});
  return true;
}

void replace_assembly(Module& module) {
  std::vector<CallInst*> calls;
  for (Function& function : module)
    for (Instruction& instruction : instructions(function))
      if (auto* call = dyn_cast<CallInst>(&instruction); call != nullptr && call->isInlineAsm()) calls.push_back(call);
  for (CallInst* call : calls)
    if (!replace_valgrind_request(*call)) Translation(*call).run();
}

}  // namespace heddle
