// Dead registers and spill slots, on machine code written by hand: what is told apart, and every case in which a value
// has to be taken for live. Each function saves the registers that its test is about; calls are asked in their order.
#include "program/frame_notes.h"

#include <gtest/gtest.h>
#include <llvm/CodeGen/MIRParser/MIRParser.h>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/TargetMachine.h>

#include "program/frame_table.h"
#include "support.h"

namespace heddle::program {
namespace {

constexpr char kTriple[] = "x86_64-unknown-linux-gnu";
constexpr char kCall[] =
    "    CALL64pcrel32 @g, csr_64, implicit $rsp, implicit $ssp, implicit-def $rsp, implicit-def $ssp\n";
constexpr unsigned kRbx = 1u << 0, kRbp = 1u << 1, kR12 = 1u << 2;

std::string object_of(const std::string& code) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  std::string error;
  const llvm::Target* const found = llvm::TargetRegistry::lookupTarget(kTriple, error);
  const std::unique_ptr<llvm::LLVMTargetMachine> target(
      static_cast<llvm::LLVMTargetMachine*>(found->createTargetMachine(kTriple, "x86-64", "", {}, llvm::Reloc::PIC_)));
  llvm::LLVMContext context;
  const std::unique_ptr<llvm::MIRParser> parser =
      llvm::createMIRParser(llvm::MemoryBuffer::getMemBufferCopy(code), context);
  const std::unique_ptr<llvm::Module> module = parser->parseIRModule();
  if (!module) return {};
  module->setTargetTriple(kTriple);
  module->setDataLayout(target->createDataLayout());
  auto* const functions = new llvm::MachineModuleInfoWrapperPass(target.get());
  if (parser->parseMachineFunctions(*module, functions->getMMI())) return {};
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream stream(object);
  llvm::legacy::PassManager passes;
  llvm::TargetPassConfig* const config = target->createPassConfig(passes);
  passes.add(config);
  passes.add(functions);
  config->setInitialized();
  auto streamer = llvm::cantFail(
      target->createMCStreamer(stream, nullptr, llvm::CodeGenFileType::ObjectFile, functions->getMMI().getContext()));
  llvm::AsmPrinter* const printer = found->createAsmPrinter(*target, std::move(streamer));
  add_frame_notes(passes, *printer);
  passes.add(printer);
  passes.add(llvm::createFreeMachineFunctionPass());
  passes.run(*module);
  return {object.begin(), object.end()};
}

// The notes of a function's calls, in the order of the code.
std::vector<FrameLayout> notes_of(const std::string& body, const std::string& properties = "") {
  const std::string object = object_of(std::string("--- |\n  define void @f() uwtable personality ptr @p { ret void }\n"
                                                   "  declare void @g()\n  declare i32 @p(...)\n...\n---\nname: f\n") +
                                       properties + "body: |\n" + body + "...\n");
  std::vector<FrameLayout> list;
  auto parsed = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(object, "test"));
  if (!parsed) return ADD_FAILURE() << llvm::toString(parsed.takeError()), list;
  std::vector<PlacedObject> objects;
  objects.emplace_back(std::move(*parsed), nullptr);
  const FrameTable table(objects);
  for (Address a = 0; a < 4096; a++)  // the function begins at 0
    if (const FrameLayout* frame = table.find(a)) list.push_back(*frame);
  EXPECT_EQ(list.size(), table.size());
  return list;
}

std::string push(const std::string& name, int depth) {
  return "    frame-setup PUSH64r $" + name +
         ", implicit-def $rsp, implicit $rsp\n    CFI_INSTRUCTION def_cfa_offset " + std::to_string(8 + 8 * depth) +
         "\n    CFI_INSTRUCTION offset $" + name + ", " + std::to_string(-8 - 8 * depth) + "\n";
}
std::string pop(const std::string& name, int depth) {
  return "    $" + name +
         " = frame-destroy POP64r implicit-def $rsp, implicit $rsp\n    CFI_INSTRUCTION def_cfa_offset " +
         std::to_string(8 * depth) + "\n";
}
std::string begin_with(const std::string& successors) { return "  bb.0:\n" + successors + push("rbx", 1); }
const std::string kBegin = begin_with(""), kEnd = pop("rbx", 1) + "    RET64\n";
const std::string kReadRbx = "    $rax = MOV64rr $rbx\n";

unsigned dead_in(const FrameLayout& frame) {
  unsigned dead = 0;
  for (std::size_t i = 0; i < kSavedRegisters; i++) dead |= (frame.read[i] == 0 ? 1u : 0u) << i;
  return dead;
}

TEST(FrameNotes, ARegisterIsDeadAfterItsLastUse) {
  const auto notes = notes_of(kBegin + kCall + kReadRbx + kCall + kEnd);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(dead_in(notes[0]), 0u);
  EXPECT_EQ(dead_in(notes[1]), kRbx);
  EXPECT_EQ(notes[1].saved, kRbx);
  EXPECT_EQ(notes[1].saved_at[0], -16);
  EXPECT_EQ(notes[1].cfa, 16u);
  EXPECT_FALSE(notes[1].from_rbp);
}

TEST(FrameNotes, BothWaysOfABranchCount) {
  const auto notes = notes_of(begin_with("    successors: %bb.1, %bb.2\n") + kCall +
                              "    JCC_1 %bb.2, 4, implicit $eflags\n  bb.1:\n    successors: %bb.2\n" + kReadRbx +
                              "  bb.2:\n" + kCall + kEnd);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(dead_in(notes[0]), 0u);
  EXPECT_EQ(dead_in(notes[1]), kRbx);
}

TEST(FrameNotes, ALoopReadsInItsNextRound) {
  const auto notes = notes_of(begin_with("    successors: %bb.1\n  bb.1:\n    successors: %bb.1, %bb.2\n") + kReadRbx +
                              kCall + "    JCC_1 %bb.1, 4, implicit $eflags\n  bb.2:\n" + kEnd);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(dead_in(notes[0]), 0u);
}

// The block that reads comes before the one that calls, and behind it in the loop.
TEST(FrameNotes, ALoopOfSeveralBlocksIsFollowedToItsEnd) {
  const auto notes =
      notes_of(begin_with("    successors: %bb.2\n") + "    JMP_1 %bb.2\n  bb.1:\n    successors: %bb.3\n" + kReadRbx +
               "    JMP_1 %bb.3\n  bb.2:\n    successors: %bb.3\n" + kCall +
               "  bb.3:\n    successors: %bb.1, %bb.2, %bb.4\n    JCC_1 %bb.1, 4, implicit $eflags\n" +
               "    JCC_1 %bb.2, 5, implicit $eflags\n    JMP_1 %bb.4\n  bb.4:\n" + kEnd);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(dead_in(notes[0]), 0u);
}

TEST(FrameNotes, AnIndirectJumpGoesToAllItsTargets) {
  const auto notes = notes_of(begin_with("    successors: %bb.1, %bb.2\n") + kCall + "    JMP64r $rax\n  bb.1:\n" +
                              kEnd + "  bb.2:\n" + kReadRbx + kEnd);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(dead_in(notes[0]), 0u);
}

TEST(FrameNotes, ALandingPadReadsWhatTheCallHasKept) {
  // After the call the block overwrites it: on the way to the pad that does not happen.
  const std::string redefine = "    $rbx = MOV64rr $rax\n";
  const auto notes = notes_of(begin_with("    successors: %bb.1, %bb.2\n") + kCall + redefine +
                              "    JMP_1 %bb.1\n  bb.1:\n" + kEnd + "  bb.2 (landing-pad):\n" + kReadRbx + kEnd);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(dead_in(notes[0]), 0u);
  const auto without = notes_of(begin_with("    successors: %bb.1, %bb.2\n") + kCall + redefine +
                                "    JCC_1 %bb.2, 4, implicit $eflags\n    JMP_1 %bb.1\n  bb.1:\n" + kEnd +
                                "  bb.2:\n" + kReadRbx + kEnd);
  ASSERT_EQ(without.size(), 1u);
  EXPECT_EQ(dead_in(without[0]), kRbx);
}

// It holds a value of the caller, which a return or the unwinder hands back.
TEST(FrameNotes, WhatTheFunctionHasNotSavedIsNeverDead) {
  for (const char* end : {"    RET64\n", ""}) {
    const auto notes = notes_of("  bb.0:\n" + push("r12", 1) + kCall + (*end ? pop("r12", 1) : "") + end);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(dead_in(notes[0]), kR12);
    EXPECT_EQ(notes[0].saved, kR12);
  }
}

TEST(FrameNotes, TheFramePointerIsLiveWhereTheUnwinderNeedsIt) {
  const std::string begin =
      "  bb.0:\n" + push("rbp", 1) + "    $rbp = frame-setup MOV64rr $rsp\n    CFI_INSTRUCTION def_cfa_register $rbp\n";
  const auto notes = notes_of(begin + kCall);  // does not return
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_TRUE(notes[0].from_rbp);
  EXPECT_EQ(notes[0].cfa, 16u);
  EXPECT_EQ(dead_in(notes[0]), 0u);
  const auto without = notes_of("  bb.0:\n" + push("rbp", 1) + kCall);
  ASSERT_EQ(without.size(), 1u);
  EXPECT_EQ(dead_in(without[0]), kRbp);
}

TEST(FrameNotes, OnlyWholeRegistersAreDefined) {
  const auto after_call = [](const std::string& definition) {
    const auto notes = notes_of(kBegin + kCall + definition + kReadRbx + kEnd);
    return notes.size() == 1 && dead_in(notes[0]) == kRbx;
  };
  EXPECT_TRUE(after_call("    $rbx = MOV64rr $rax\n"));
  EXPECT_TRUE(after_call("    $ebx = MOV32rr $eax\n"));
  EXPECT_TRUE(after_call("    $ebx = XOR32rr undef $ebx, undef $ebx, implicit-def $eflags\n"));
  EXPECT_FALSE(after_call("    $bl = MOV8rr $al\n"));
  EXPECT_FALSE(after_call("    $bx = MOV16rr $ax\n"));
  EXPECT_FALSE(after_call("    $ebx = CMOV32rr $ebx, $eax, 4, implicit $eflags\n"));
  EXPECT_FALSE(after_call("    $ebx = BSF32rr $eax, implicit-def $eflags\n"));
  EXPECT_FALSE(after_call("    $ebx = ADD32rr undef $ebx, $eax, implicit-def $eflags\n"));
  EXPECT_FALSE(after_call("    $rbx = IMPLICIT_DEF\n"));
  EXPECT_FALSE(after_call("    INLINEASM &\"\", 0, 10, implicit-def $rbx\n"));
}

// How many bytes of rbx a call has to keep for this code.
TEST(FrameNotes, OfARegisterOnlyTheLowestBytesMayBeRead) {
  const auto read_by = [](const std::string& code) {
    const auto notes = notes_of(kBegin + kCall + code + kEnd);
    return notes.size() == 1 ? notes[0].read[0] : 99;
  };
  EXPECT_EQ(read_by(""), 0);
  EXPECT_EQ(read_by("    $al = MOV8rr $bl\n"), 1);
  EXPECT_EQ(read_by("    $ax = MOV16rr $bx\n"), 2);
  EXPECT_EQ(read_by("    $eax = MOV32rr $ebx\n"), 4);
  EXPECT_EQ(read_by(kReadRbx), 8);
  EXPECT_EQ(read_by("    $eax = MOVZX32rr8 $bl\n"), 1);
  EXPECT_EQ(read_by("    $al = MOV8rr $bh\n"), 8);
  EXPECT_EQ(read_by("    $eax = MOV32rr undef $ebx, implicit $bl\n"), 4);
  // A note of the register allocator that this was the last use; and what is no such note.
  EXPECT_EQ(read_by("    TEST8rr $bl, killed $bl, implicit-def $eflags, implicit killed $rbx\n"), 1);
  EXPECT_EQ(read_by("    TEST8rr $bl, $bl, implicit-def $eflags, implicit $rbx\n"), 8);
  EXPECT_EQ(read_by("    TEST8rr $al, $al, implicit-def $eflags, implicit killed $rbx\n"), 8);
  // What is written in part is read in the rest.
  EXPECT_EQ(read_by("    $bl = MOV8rr $al\n    $al = MOV8rr $bl\n"), 0);
  EXPECT_EQ(read_by("    $bh = MOV8rr $al\n    $ax = MOV16rr $bx\n"), 2);
  EXPECT_EQ(read_by("    $bl = MOV8rr $al\n    $ax = MOV16rr $bx\n"), 2);
}

TEST(FrameNotes, WhereACallReturnsTwiceAllIsLive) {
  const auto notes = notes_of(kBegin + kCall + kEnd, "exposesReturnsTwice: true\n");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(dead_in(notes[0]), 0u);
}

// Slots. The frame: return address, rbx at -16, slots at -24 and -32.
const std::string kSlots =
    "frameInfo:\n  stackSize: 24\n  maxCallFrameSize: 0\nfixedStack:\n  - { id: 0, type: spill-slot, offset: -16, "
    "size: 8 "
    "}\nstack:\n  - { id: 0, type: spill-slot, offset: -24, size: 8 }\n  - { id: 1, type: spill-slot, offset: -32, "
    "size: 8 "
    "}\n";
const std::string kBeginSlots = kBegin +
                                "    $rsp = frame-setup SUB64ri32 $rsp, 16, implicit-def $eflags\n"
                                "    CFI_INSTRUCTION def_cfa_offset 32\n",
                  kEndSlots =
                      "    $rsp = frame-destroy ADD64ri32 $rsp, 16, implicit-def $eflags\n"
                      "    CFI_INSTRUCTION def_cfa_offset 16\n" +
                      kEnd;
const std::string kStore = "    MOV64mr $rsp, 1, $noreg, 8, $noreg, $rax :: (store (s64) into %stack.0)\n",
                  kLoad = "    $rax = MOV64rm $rsp, 1, $noreg, 8, $noreg :: (load (s64) from %stack.0)\n";

std::vector<int> unread_in(const FrameLayout& frame) {
  std::vector<int> list;
  for (const FrameLayout::Range& range : frame.unread) list.push_back(range.begin);
  return list;
}
using Offsets = std::vector<int>;

TEST(FrameNotes, ASlotIsDeadUntilItIsStoredAndAfterItsLastLoad) {
  const auto notes = notes_of(kBeginSlots + kCall + kStore + kCall + kLoad + kCall + kEndSlots, kSlots);
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_EQ(unread_in(notes[0]), (Offsets{-32, -24}));
  EXPECT_EQ(unread_in(notes[1]), (Offsets{-32}));
  EXPECT_EQ(unread_in(notes[2]), (Offsets{-32, -24}));
  EXPECT_EQ(notes[0].unread[1].size, 8u);
}

TEST(FrameNotes, OnlyAStoreOfAllOfASlotOverwritesIt) {
  const auto unread_after = [](const std::string& code) {
    const auto notes = notes_of(kBeginSlots + kCall + code + kLoad + kEndSlots, kSlots);
    return notes.size() == 1 ? unread_in(notes[0]) : Offsets{1};
  };
  EXPECT_EQ(unread_after(kStore), (Offsets{-32, -24}));
  // Four of the eight bytes.
  EXPECT_EQ(unread_after("    MOV32mr $rsp, 1, $noreg, 8, $noreg, $eax :: (store (s32) into %stack.0)\n"),
            (Offsets{-32, -24}));
  EXPECT_EQ(unread_after("    ADD64mr $rsp, 1, $noreg, 8, $noreg, $rax, implicit-def $eflags :: (load (s64) from "
                         "%stack.0), (store (s64) into %stack.0)\n"),
            (Offsets{-32}));
  EXPECT_EQ(unread_after("    MOV64mr $rsp, 1, $noreg, 8, $noreg, $rax\n"),
            (Offsets{-32}));  // where to, it does not say
}

TEST(FrameNotes, OfASlotOnlyTheBytesThatAreLoadedAreRead) {
  const auto unread_before = [](const std::string& code) {
    const auto notes = notes_of(kBeginSlots + kCall + code + kEndSlots, kSlots);
    std::vector<std::pair<int, unsigned>> list;
    if (notes.size() != 1) return list;
    for (const FrameLayout::Range& range : notes[0].unread)
      if (range.begin >= -24) list.emplace_back(range.begin, range.size);
    return list;
  };
  using Ranges = std::vector<std::pair<int, unsigned>>;
  const std::string place = " $rsp, 1, $noreg, 8, $noreg";
  EXPECT_EQ(unread_before(""), (Ranges{{-24, 8}}));
  EXPECT_EQ(unread_before("    $al = MOV8rm" + place + " :: (load (s8) from %stack.0)\n"), (Ranges{{-23, 7}}));
  EXPECT_EQ(unread_before("    $eax = MOV32rm" + place + " :: (load (s32) from %stack.0)\n"), (Ranges{{-20, 4}}));
  // The larger of what the name and the operand say; neither is believed alone.
  EXPECT_EQ(unread_before("    $eax = MOVZX32rm8" + place + " :: (load (s8) from %stack.0)\n"), (Ranges{{-20, 4}}));
  EXPECT_EQ(unread_before("    $al = MOV8rm" + place + " :: (load (s32) from %stack.0)\n"), (Ranges{{-20, 4}}));
  // It does not say how much, or not from the beginning.
  EXPECT_EQ(unread_before("    $xmm0 = MOVSDrm" + place + " :: (load (s32) from %stack.0)\n"), (Ranges{}));
  EXPECT_EQ(unread_before("    $al = MOV8rm $rsp, 1, $noreg, 12, $noreg :: (load (s8) from %stack.0 + 4)\n"),
            (Ranges{}));
  // Eight bytes are read, of which one was written: seven matter at the call.
  EXPECT_EQ(unread_before("    MOV8mr" + place + ", $al :: (store (s8) into %stack.0)\n" + kLoad), (Ranges{{-24, 1}}));
  // A store that is said to be wider than it is.
  EXPECT_EQ(unread_before("    MOV8mr" + place + ", $al :: (store (s64) into %stack.0)\n" + kLoad), (Ranges{{-24, 1}}));
}

// As the register allocator leaves it when it folds a slot into the instruction.
TEST(FrameNotes, AnInstructionThatLoadsReadsTheSlotThatItSaysItStores) {
  const auto notes = notes_of(kBeginSlots + kCall +
                                  "    SUB64mi32 $rsp, 1, $noreg, 8, $noreg, 1, implicit-def $eflags :: (store (s64) "
                                  "into %stack.0)\n" +
                                  kCall + kEndSlots,
                              kSlots);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(unread_in(notes[0]), (Offsets{-32}));
  EXPECT_EQ(unread_in(notes[1]), (Offsets{-32, -24}));
}

TEST(FrameNotes, ALoadThatDoesNotSayFromWhereReadsAllSlots) {
  for (const char* code : {"    $rax = MOV64rm $rsp, 1, $noreg, 8, $noreg\n", "    INLINEASM &\"\", 0\n"}) {
    const auto notes = notes_of(kBeginSlots + kCall + code + kEndSlots, kSlots);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(unread_in(notes[0]), (Offsets{}));
  }
}

TEST(FrameNotes, OfVariablesNothingIsSaid) {
  const std::string variable =
      "frameInfo:\n  stackSize: 24\n  maxCallFrameSize: 0\nfixedStack:\n  - { id: 0, type: spill-slot, offset: -16, "
      "size: "
      "8 }\nstack:\n  - { id: 0, offset: -32, size: 12 }\n";
  const auto notes = notes_of(kBeginSlots + kCall + kEndSlots, variable);
  ASSERT_EQ(notes.size(), 1u);
  ASSERT_EQ(unread_in(notes[0]), (Offsets{-20}));  // padding
  EXPECT_EQ(notes[0].unread[0].size, 4u);
}

TEST(FrameNotes, ArgumentsOnTheStackBelongToTheCall) {
  const std::string arguments =
      "frameInfo:\n  stackSize: 24\n  maxCallFrameSize: 16\nfixedStack:\n  - { id: 0, type: spill-slot, offset: -16, "
      "size: 8 }\n";
  const auto notes = notes_of(kBeginSlots + kCall + kEndSlots, arguments);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(unread_in(notes[0]), (Offsets{}));
}

// rbp at -16, a variable at -32; below it, from wherever the stack pointer is, arguments and arrays of any length.
TEST(FrameNotes, AboveAnArrayOfAnyLengthThereIsPadding) {
  const std::string begin =
      "  bb.0:\n" + push("rbp", 1) + "    $rbp = frame-setup MOV64rr $rsp\n    CFI_INSTRUCTION def_cfa_register $rbp\n";
  const auto unread = [&](const std::string& array) {
    const std::string frame =
        "frameInfo:\n  stackSize: 24\n  maxCallFrameSize: 16\nfixedStack:\n  - { id: 0, type: spill-slot, offset: -16, "
        "size: 8 }\nstack:\n  - { id: 0, offset: -32, size: 12 }\n" +
        array;
    const auto notes = notes_of(begin + kCall, frame);
    return notes.size() == 1 ? unread_in(notes[0]) : Offsets{1};
  };
  EXPECT_EQ(unread("  - { id: 1, type: variable-sized, offset: -32, alignment: 1 }\n"), (Offsets{-20}));
  EXPECT_EQ(unread(""), (Offsets{}));  // the lowest sixteen bytes are for arguments
}

TEST(FrameNotes, ACallBeforeTheFrameIsMadeHasNoSlots) {
  const auto notes = notes_of(std::string("  bb.0:\n") + kCall + "    RET64\n", kSlots);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0].saved, 0u);
  EXPECT_EQ(unread_in(notes[0]), (Offsets{}));
}

// From C to the table: the frames of a real stack can be followed up to main, and what is known of them is right.
TEST(FrameNotes, EveryCallOfAProgramHasAFrame) {
  const LoadResult result = test::load({{"a.c", R"(
void test_probe(void);
__attribute__((noinline)) static int sum(int depth, int value) {
  int twice = value * 2;
  test_probe();
  return depth == 0 ? twice : sum(depth - 1, twice) + twice;
}
int main(int argc, char** argv) { return sum(2, argc); }
)"}});
  ASSERT_TRUE(result.program) << result.error;
  test::reset();
  EXPECT_EQ(test::run(result.program->image()), 2 * (1 + 2 + 4));
  ASSERT_EQ(test::seen.probes.size(), 3u);
  for (const std::uintptr_t probe : test::seen.probes) {
    const FrameLayout* const frame = result.program->image().frame_layout(probe);
    ASSERT_NE(frame, nullptr);
    EXPECT_NE(frame->saved, 0u);
    EXPECT_EQ(result.program->image().frame_layout(probe + 1), nullptr);
  }
}

}  // namespace
}  // namespace heddle::program
