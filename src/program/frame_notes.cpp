// See frame_notes.h. Main functions: Liveness::solve and transfer (the usual backward analysis), CallFrames::follow
// (where registers are saved, from the unwind instructions), NoteTaker::runOnMachineFunction, NoteWriter::endModule
// (the section; frame_table.cpp reads it).
#include "program/frame_notes.h"

#include <llvm/ADT/BitVector.h>
#include <llvm/BinaryFormat/ELF.h>
#include <llvm/CodeGen/AsmPrinterHandler.h>
#include <llvm/CodeGen/MachineFrameInfo.h>
#include <llvm/CodeGen/MachineFunctionPass.h>
#include <llvm/CodeGen/PseudoSourceValue.h>
#include <llvm/CodeGen/TargetInstrInfo.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCSectionELF.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/Target/TargetMachine.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "model/frame_layout.h"

namespace heddle::program {
namespace {

using namespace llvm;

constexpr std::array<unsigned, kSavedRegisters> kDwarfNumbers = {3, 6, 12, 13, 14, 15};  // as SavedRegister
constexpr unsigned kDwarfRbp = 6, kDwarfRsp = 7;
constexpr std::uint8_t kRbpBit = 1u << static_cast<unsigned>(SavedRegister::Rbp);

struct NotedCall {
  MCSymbol* returns_to;
  FrameLayout layout;
};

struct NotedFunction {
  MCSymbol* symbol;
  std::vector<NotedCall> calls;
};

using Notes = std::vector<NotedFunction>;

// The frame as the unwinder would find it, instruction by instruction in the order of the code.
class CallFrames {
 public:
  explicit CallFrames(const MachineFunction& function) : instructions_(function.getFrameInstructions()) {}

  void follow(const MachineInstr& instruction) {
    if (!instruction.isCFIInstruction()) return;
    const MCCFIInstruction& cfi = instructions_[instruction.getOperand(0).getCFIIndex()];
    switch (cfi.getOperation()) {
      case MCCFIInstruction::OpDefCfa:
        row_.base = cfi.getRegister(), row_.cfa = cfi.getOffset();
        break;
      case MCCFIInstruction::OpDefCfaRegister:
        row_.base = cfi.getRegister();
        break;
      case MCCFIInstruction::OpDefCfaOffset:
        row_.cfa = cfi.getOffset();
        break;
      case MCCFIInstruction::OpAdjustCfaOffset:
        row_.cfa += cfi.getOffset();
        break;
      case MCCFIInstruction::OpOffset:
        save(cfi.getRegister(), cfi.getOffset());
        break;
      case MCCFIInstruction::OpRestore:
        restore(cfi.getRegister());
        break;
      case MCCFIInstruction::OpRememberState:
        remembered_.push_back(row_);
        break;
      case MCCFIInstruction::OpRestoreState:
        if (remembered_.empty()) {
          row_.known = false;
        } else {
          row_ = remembered_.back();
          remembered_.pop_back();
        }
        break;
      case MCCFIInstruction::OpGnuArgsSize:
        break;  // for landing pads of other systems
      default:
        row_.known = false;
    }
  }

  // Nothing: the frame cannot be described by a FrameLayout.
  std::optional<FrameLayout> layout() const {
    if (!row_.known || (row_.base != kDwarfRsp && row_.base != kDwarfRbp) || row_.cfa <= 0) return std::nullopt;
    FrameLayout layout;
    layout.from_rbp = row_.base == kDwarfRbp;
    layout.cfa = static_cast<std::uint32_t>(row_.cfa);
    layout.saved = row_.saved;
    layout.saved_at = row_.saved_at;
    return layout;
  }

 private:
  struct Row {
    bool known = true;
    unsigned base = kDwarfRsp;
    std::int64_t cfa = 8;  // the return address
    std::uint8_t saved = 0;
    std::array<std::int32_t, kSavedRegisters> saved_at{};
  };

  void save(unsigned dwarf, std::int64_t offset) {
    const auto at = std::find(kDwarfNumbers.begin(), kDwarfNumbers.end(), dwarf) - kDwarfNumbers.begin();
    if (at == kSavedRegisters) return;  // one that no usual call preserves
    row_.saved |= 1u << at;
    row_.saved_at[at] = static_cast<std::int32_t>(offset);
  }
  void restore(unsigned dwarf) {
    const auto at = std::find(kDwarfNumbers.begin(), kDwarfNumbers.end(), dwarf) - kDwarfNumbers.begin();
    if (at < static_cast<std::ptrdiff_t>(kSavedRegisters)) row_.saved &= ~(1u << at);
  }

  const std::vector<MCCFIInstruction>& instructions_;
  Row row_;
  std::vector<Row> remembered_;
};

// Which bytes of registers (bits 0 to 47) and of spill slots (from there on) some path reads before it overwrites them.
// Bytes, since eight of which one is written and read hold seven that nobody wants: values of different sizes share
// slots, and who writes a register of 8 bits leaves the others as they are.
constexpr unsigned kRegisterBytes = 8 * kSavedRegisters;

class Liveness {
 public:
  explicit Liveness(const MachineFunction& function)
      : function_(function),
        frame_(function.getFrameInfo()),
        instructions_(*function.getSubtarget().getInstrInfo()),
        registers_(*function.getSubtarget().getRegisterInfo()),
        all_is_live_(function.exposesReturnsTwice()) {
    number_registers();
    number_slots();
    for (unsigned i = 0; i < function.getNumBlockIDs(); i++) live_in_.emplace_back(size(), all_is_live_);
    if (!all_is_live_) solve();
  }

  // visit(call, live after it), from the last instruction of the block to the first.
  template <class F>
  void each_call(const MachineBasicBlock& block, F visit) const {
    BitVector live = live_out(block);
    walk(block, live, visit);
  }
  struct Slot {
    int object;
    unsigned first;  // of its bytes in a set
    unsigned bytes;
  };
  const std::vector<Slot>& slots() const { return slots_; }

 private:
  unsigned size() const { return slots_.empty() ? kRegisterBytes : slots_.back().first + slots_.back().bytes; }

  void number_registers() {
    register_of_.assign(registers_.getNumRegs(), -1);
    for (std::size_t i = 0; i < kSavedRegisters; i++) {
      const std::optional<MCRegister> whole = registers_.getLLVMRegNum(kDwarfNumbers[i], /*isEH=*/true);
      if (whole)
        for (const MCPhysReg part : registers_.subregs_inclusive(*whole)) register_of_[part] = static_cast<int>(i);
    }
  }

  // Slots of saved registers are not among them: what lies there belongs to callers.
  void number_slots() {
    std::vector<int> kept;
    for (const CalleeSavedInfo& saved : frame_.getCalleeSavedInfo())
      if (!saved.isSpilledToReg()) kept.push_back(saved.getFrameIdx());
    slot_of_.assign(static_cast<std::size_t>(frame_.getObjectIndexEnd()), -1);
    for (int object = 0; object < frame_.getObjectIndexEnd(); object++) {
      if (!frame_.isSpillSlotObjectIndex(object) || frame_.isDeadObjectIndex(object)) continue;
      if (frame_.isVariableSizedObjectIndex(object) || frame_.getStackID(object) != TargetStackID::Default) continue;
      if (std::find(kept.begin(), kept.end(), object) != kept.end()) continue;
      slot_of_[static_cast<std::size_t>(object)] = static_cast<int>(slots_.size());
      slots_.push_back({object, size(), static_cast<unsigned>(frame_.getObjectSize(object))});
    }
  }

  void solve() {
    for (bool again = true; again;) {
      again = false;
      for (const MachineBasicBlock& block : reverse(function_)) {
        BitVector live = live_out(block);
        walk(block, live, [](const MachineInstr&, const BitVector&) {});
        BitVector& known = live_in_[static_cast<std::size_t>(block.getNumber())];
        if (live == known) continue;
        known = live;
        again = true;
      }
    }
  }

  BitVector live_out(const MachineBasicBlock& block) const {
    BitVector live(size(), all_is_live_);
    for (const MachineBasicBlock* next : block.successors())
      live |= live_in_[static_cast<std::size_t>(next->getNumber())];
    return live;
  }

  template <class F>
  void walk(const MachineBasicBlock& block, BitVector& live, F visit) const {
    BitVector pads(size());
    for (const MachineBasicBlock* next : block.successors())
      if (next->isEHPad()) pads |= live_in_[static_cast<std::size_t>(next->getNumber())];
    for (const MachineInstr& instruction : reverse(block.instrs())) {
      if (instruction.isDebugInstr() || instruction.isCFIInstruction()) continue;
      if (instruction.isCall()) {
        live |= pads;  // the call may end there, before what comes after it in this block
        visit(instruction, live);
      }
      if (!all_is_live_) transfer(instruction, live);
    }
  }

  void transfer(const MachineInstr& instruction, BitVector& live) const {
    if (instruction.isReturn()) live.set(0, kRegisterBytes);
    if (instruction.isInlineAsm()) {
      if (!slots_.empty()) live.set(kRegisterBytes, size());
    } else {
      define_registers(instruction, live);
      overwrite_slot(instruction, live);
    }
    use_registers(instruction, live);
    read_slots(instruction, live);
  }

  void define_registers(const MachineInstr& instruction, BitVector& live) const {
    if (instruction.isMetaInstruction()) return;  // "now undefined" is no instruction: what was there can be read
    // Of a source that is 0 these leave the destination as it is.
    const StringRef name = instructions_.getName(instruction.getOpcode());
    if (name.starts_with("BSF") || name.starts_with("BSR")) return;
    for (const MachineOperand& operand : instruction.operands()) {
      if (!operand.isReg() || !operand.isDef() || !operand.getReg().isPhysical()) continue;
      const int number = register_of_[operand.getReg().id()];
      if (number < 0) continue;
      const unsigned first = 8 * static_cast<unsigned>(number), bits = bits_of(operand.getReg());
      if (bits >= 32)
        live.reset(first, first + 8);  // writing 32 bits clears the rest
      else if (begins_at_lowest_byte(operand.getReg()))
        live.reset(first, first + bits / 8);
    }
  }

  void use_registers(const MachineInstr& instruction, BitVector& live) const {
    if (is_zeroing(instruction)) return;
    for (const MachineOperand& operand : instruction.operands()) {
      if (!operand.isReg() || !operand.isUse() || !operand.getReg().isPhysical()) continue;
      const int number = register_of_[operand.getReg().id()];
      if (number < 0) continue;
      const unsigned first = 8 * static_cast<unsigned>(number);
      if (only_says_killed(instruction, operand)) continue;
      const bool lowest = begins_at_lowest_byte(operand.getReg());
      live.set(first, first + (lowest ? bits_of(operand.getReg()) / 8 : 8));
    }
  }

  // Where the last use of a register is one of its lower part, the register allocator notes the whole one as killed:
  // `test bpl, bpl` reads a byte. What an instruction reads by its nature is not among these operands.
  bool only_says_killed(const MachineInstr& instruction, const MachineOperand& operand) const {
    if (!operand.isImplicit() || !operand.isKill() || instruction.isCall() || instruction.isReturn()) return false;
    if (instruction.isInlineAsm() || instruction.isMetaInstruction()) return false;
    const ArrayRef<MCPhysReg> own = instruction.getDesc().implicit_uses();
    if (std::find(own.begin(), own.end(), operand.getReg().id()) != own.end()) return false;
    return std::any_of(instruction.operands_begin(), instruction.operands_end(), [&](const MachineOperand& other) {
      return other.isReg() && other.isUse() && !other.isImplicit() && !other.isUndef() && other.getReg().isPhysical() &&
             registers_.isSubRegister(operand.getReg(), other.getReg());
    });
  }

  // Not bh, nor what the compiler calls the upper halves.
  bool begins_at_lowest_byte(Register reg) const { return !StringRef(registers_.getName(reg)).contains('H'); }

  // xor r, r: both are read, and it does not matter what they hold.
  bool is_zeroing(const MachineInstr& instruction) const {
    const StringRef name = instructions_.getName(instruction.getOpcode());
    if (name != "XOR32rr" && name != "XOR64rr") return false;
    return instruction.getOperand(1).getReg() == instruction.getOperand(2).getReg();
  }

  unsigned bits_of(Register reg) const {
    return static_cast<unsigned>(registers_.getRegSizeInBits(*registers_.getMinimalPhysRegClass(reg)).getFixedValue());
  }

  // Null: none that we follow.
  const Slot* slot_of(const MachineMemOperand& access) const {
    const auto* fixed = dyn_cast_or_null<FixedStackPseudoSourceValue>(access.getPseudoValue());
    if (fixed == nullptr || fixed->getFrameIndex() < 0) return nullptr;
    const int slot = slot_of_[static_cast<std::size_t>(fixed->getFrameIndex())];
    return slot < 0 ? nullptr : &slots_[static_cast<std::size_t>(slot)];
  }

  // Only by a plain store of a register, from the beginning of the slot.
  void overwrite_slot(const MachineInstr& instruction, BitVector& live) const {
    int object = -1;
    const Register stored = instructions_.isStoreToStackSlotPostFE(instruction, object);
    if (!stored || object < 0 || !instruction.hasOneMemOperand() || instruction.mayLoad()) return;
    const MachineMemOperand& access = **instruction.memoperands_begin();
    const Slot* const slot = slot_of(access);
    if (slot == nullptr || slot->object != object || access.getOffset() != 0 || !access.getSize().hasValue()) return;
    const std::uint64_t named = named_bytes(instruction), noted = access.getSize().getValue();
    const std::uint64_t written = named != 0 ? std::min(named, noted) : noted;
    if (written > slot->bytes || bits_of(stored) < 8 * written) return;
    live.reset(slot->first, slot->first + static_cast<unsigned>(written));
  }

  // How many bytes at the beginning of the slot an instruction may load; all of them, if that is not certain. Its
  // memory operand and its name say so, and the larger one counts.
  std::uint64_t bytes_loaded(const MachineInstr& instruction, const MachineMemOperand& access, const Slot& slot) const {
    const std::uint64_t named = named_bytes(instruction);
    if (named == 0 || access.getOffset() != 0 || !access.getSize().hasValue()) return slot.bytes;
    return std::min<std::uint64_t>(slot.bytes, std::max<std::uint64_t>(named, access.getSize().getValue()));
  }

  // Of ADD32rm and MOVZX32rm8 it is 4. 0: its name does not say.
  std::uint64_t named_bytes(const MachineInstr& instruction) const {
    StringRef digits = instructions_.getName(instruction.getOpcode()).drop_until(isDigit);
    unsigned bits = 0;
    if (digits.consumeInteger(10, bits)) return 0;
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
  }

  void read_slots(const MachineInstr& instruction, BitVector& live) const {
    if (!instruction.mayLoad() || slots_.empty()) return;
    if (instruction.memoperands_empty() && !instruction.isCall() && names_the_stack(instruction)) {
      live.set(kRegisterBytes, size());  // it is not known what it reads
      return;
    }
    // Whether an operand says that it is loaded does not count: of `sub [slot], 1` the register allocator notes the
    // store alone.
    for (const MachineMemOperand* access : instruction.memoperands())
      if (const Slot* slot = slot_of(*access); slot != nullptr)
        live.set(slot->first, slot->first + static_cast<unsigned>(bytes_loaded(instruction, *access, *slot)));
  }

  // Pops and the like do so implicitly.
  bool names_the_stack(const MachineInstr& instruction) const {
    return std::any_of(instruction.operands_begin(), instruction.operands_end(), [&](const MachineOperand& operand) {
      return operand.isReg() && operand.isUse() && !operand.isImplicit() && operand.getReg().isPhysical() &&
             (registers_.getDwarfRegNum(operand.getReg(), true) == static_cast<int>(kDwarfRsp) ||
              register_of_[operand.getReg().id()] >= 0);
    });
  }

  const MachineFunction& function_;
  const MachineFrameInfo& frame_;
  const TargetInstrInfo& instructions_;
  const TargetRegisterInfo& registers_;
  const bool all_is_live_;
  std::vector<int> register_of_;  // by physical register; -1: another
  std::vector<int> slot_of_;      // by frame object
  std::vector<Slot> slots_;
  std::vector<BitVector> live_in_;  // by block
};

// Bytes of the frame that belong to no object: what was pushed to align the stack, and holes between objects. Offsets
// from the CFA, none where the frame has not one fixed layout. Of a frame with arrays of any length the part above them
// has; arguments of calls then lie below them.
std::vector<FrameLayout::Range> padding_of(const MachineFunction& function) {
  const MachineFrameInfo& frame = function.getFrameInfo();
  const TargetRegisterInfo& registers = *function.getSubtarget().getRegisterInfo();
  if (registers.hasStackRealignment(function)) return {};
  const auto below = -static_cast<std::int64_t>(frame.getStackSize()) - 8;
  std::vector<std::pair<std::int64_t, std::int64_t>> used;  // [begin, end)
  used.emplace_back(-8, 0);
  if (!frame.hasVarSizedObjects()) {
    if (!frame.isMaxCallFrameSizeComputed()) return {};
    used.emplace_back(below, below + static_cast<std::int64_t>(frame.getMaxCallFrameSize()));
  }
  for (int object = frame.getObjectIndexBegin(); object < frame.getObjectIndexEnd(); object++) {
    if (frame.isDeadObjectIndex(object) || frame.isVariableSizedObjectIndex(object)) continue;
    const std::int64_t begin = frame.getObjectOffset(object);
    used.emplace_back(begin, begin + frame.getObjectSize(object));
  }
  for (const MCCFIInstruction& cfi : function.getFrameInstructions())
    if (cfi.getOperation() == MCCFIInstruction::OpOffset) used.emplace_back(cfi.getOffset(), cfi.getOffset() + 8);
  std::sort(used.begin(), used.end());
  std::vector<FrameLayout::Range> holes;
  std::int64_t at = below;
  for (const auto& [begin, end] : used) {
    if (begin > at && at < -8)
      holes.push_back(
          {static_cast<std::int32_t>(at), static_cast<std::uint32_t>(std::min<std::int64_t>(begin, -8) - at)});
    at = std::max(at, end);
  }
  return holes;
}

class NoteTaker final : public MachineFunctionPass {
 public:
  static char ID;
  explicit NoteTaker(std::shared_ptr<Notes> notes) : MachineFunctionPass(ID), notes_(std::move(notes)) {}
  StringRef getPassName() const override { return "heddle: dead registers and spill slots"; }
  void getAnalysisUsage(AnalysisUsage& usage) const override {
    usage.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(usage);
  }

  bool runOnMachineFunction(MachineFunction& function) override {
    if (!function.needsFrameMoves()) return false;
    const Liveness liveness(function);
    const std::vector<FrameLayout::Range> padding = padding_of(function);
    const bool fixed = !function.getSubtarget().getRegisterInfo()->hasStackRealignment(function);
    NotedFunction noted{function.getTarget().getSymbol(&function.getFunction()), {}};
    DenseMap<const MachineInstr*, BitVector> live;
    for (const MachineBasicBlock& block : function)
      liveness.each_call(block, [&](const MachineInstr& call, const BitVector& after) { live[&call] = after; });
    CallFrames frames(function);
    for (MachineBasicBlock& block : function)
      for (MachineInstr& instruction : block.instrs()) {
        frames.follow(instruction);
        const auto after = live.find(&instruction);
        if (after == live.end() || instruction.isReturn()) continue;
        std::optional<FrameLayout> layout = frames.layout();
        if (!layout) continue;
        const unsigned told = layout->saved & ~(layout->from_rbp ? kRbpBit : 0u);
        for (unsigned i = 0; i < kSavedRegisters; i++)
          if (told >> i & 1) layout->read[i] = bytes_read(after->second, 8 * i);
        if (fixed) add_unread(function, liveness, after->second, padding, *layout);
        noted.calls.push_back({label_after(function, instruction), std::move(*layout)});
      }
    if (!noted.calls.empty()) notes_->push_back(std::move(noted));
    return true;
  }

 private:
  static std::uint8_t bytes_read(const BitVector& live, unsigned first) {
    const int last = live.find_last_in(first, first + 8);
    return static_cast<std::uint8_t>(last < 0 ? 0 : last + 1 - static_cast<int>(first));
  }

  static void add_unread(const MachineFunction& function, const Liveness& liveness, const BitVector& live,
                         const std::vector<FrameLayout::Range>& padding, FrameLayout& layout) {
    layout.unread = padding;
    // A call before the function has made its frame.
    const auto outside = [&](const auto& range) { return !layout.from_rbp && range.begin < -std::int64_t{layout.cfa}; };
    for (const Liveness::Slot& slot : liveness.slots()) {
      const std::int64_t at = function.getFrameInfo().getObjectOffset(slot.object);
      for (unsigned begin = 0, end = 0; begin < slot.bytes; begin = end) {
        const bool read = live.test(slot.first + begin);
        for (end = begin + 1; end < slot.bytes && live.test(slot.first + end) == read;) ++end;
        if (!read) layout.unread.push_back({static_cast<std::int32_t>(at + begin), end - begin});
      }
    }
    std::erase_if(layout.unread, outside);
    std::sort(layout.unread.begin(), layout.unread.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
  }

  static MCSymbol* label_after(MachineFunction& function, MachineInstr& call) {
    if (MCSymbol* known = call.getPostInstrSymbol()) return known;
    MCSymbol* const label = function.getContext().createTempSymbol();
    call.setPostInstrSymbol(function, label);
    return label;
  }

  std::shared_ptr<Notes> notes_;
};

char NoteTaker::ID = 0;

class NoteWriter final : public AsmPrinterHandler {
 public:
  NoteWriter(AsmPrinter& printer, std::shared_ptr<Notes> notes) : printer_(printer), notes_(std::move(notes)) {}
  void beginFunction(const MachineFunction*) override {}
  void endFunction(const MachineFunction*) override {}

  void endModule() override {
    MCStreamer& out = *printer_.OutStreamer;
    out.switchSection(printer_.OutContext.getELFSection(kFramesSection, ELF::SHT_PROGBITS, ELF::SHF_EXCLUDE));
    for (const NotedFunction& function : *notes_) {
      const StringRef name = function.symbol->getName();
      out.emitULEB128IntValue(name.size());
      out.emitBytes(name);
      out.emitULEB128IntValue(function.calls.size());
      for (const NotedCall& call : function.calls) write(out, *function.symbol, call);
    }
  }

 private:
  static void write(MCStreamer& out, const MCSymbol& function, const NotedCall& call) {
    const FrameLayout& layout = call.layout;
    out.emitAbsoluteSymbolDiff(call.returns_to, &function, 4);
    out.emitInt8(layout.saved | (layout.from_rbp ? 0x80 : 0));
    out.emitULEB128IntValue(layout.cfa);
    for (std::size_t i = 0; i < kSavedRegisters; i++)
      if (layout.saved >> i & 1) {
        out.emitSLEB128IntValue(layout.saved_at[i]);
        out.emitInt8(layout.read[i]);
      }
    out.emitULEB128IntValue(layout.unread.size());
    for (const FrameLayout::Range& range : layout.unread) {
      out.emitSLEB128IntValue(range.begin);
      out.emitULEB128IntValue(range.size);
    }
  }

  AsmPrinter& printer_;
  std::shared_ptr<Notes> notes_;
};

}  // namespace

void add_frame_notes(llvm::legacy::PassManager& passes, llvm::AsmPrinter& printer) {
  const auto notes = std::make_shared<Notes>();
  passes.add(new NoteTaker(notes));
  printer.addAsmPrinterHandler(std::make_unique<NoteWriter>(printer, notes));
}

}  // namespace heddle::program
