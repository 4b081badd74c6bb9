// See library_bitcode.h. The build passes the path of the bitcode file in HEDDLE_LIBRARY_BITCODE; the assembler puts
// its bytes into the read-only data of this object.
#include "ir/library_bitcode.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

#include <optional>

#include "model/symbol_policy.h"

__asm__(
    ".pushsection .rodata\n"
    ".balign 16\n"
    "heddle_library_begin:\n"
    ".incbin \"" HEDDLE_LIBRARY_BITCODE
    "\"\n"
    "heddle_library_end:\n"
    ".byte 0\n"
    ".popsection\n"
    ".globl heddle_library_begin, heddle_library_end\n"
    ".hidden heddle_library_begin, heddle_library_end\n");

extern "C" const char heddle_library_begin[] __attribute__((visibility("hidden")));
extern "C" const char heddle_library_end[] __attribute__((visibility("hidden")));

namespace heddle {
namespace {

// An inline function of the standard library. (A program may have an inline function with the name of a C function.)
bool is_inline_of_std(const llvm::Function& function) {
  return function.hasLinkOnceODRLinkage() && function.getName().starts_with("_ZNSt");
}

// One of the replaceable forms of operator new and delete. (Placement new and forms of the program's own are none.)
bool is_operator(llvm::StringRef name) {
  if (!name.starts_with("_Zn") && !name.starts_with("_Zd")) return false;
  return symbol_rule({name.data(), name.size()}).policy == SymbolPolicy::Modelled;
}

// Functions that the machine models for the standard streams, and src/library for all files: the latter are for
// programs that can have another descriptor than 0, 1 and 2.
constexpr llvm::StringLiteral kOfStandardDescriptors[] = {"read",    "write",    "isatty",
                                                          "dprintf", "vdprintf", "heddle_world_maps"};
// Likewise for programs that have shared memory.
constexpr llvm::StringLiteral kOfSharedMemory[] = {"heddle_world_maps_shared", "heddle_world_unmaps"};
constexpr llvm::StringLiteral kMakesSharedMemory[] = {"shm_open"};
constexpr llvm::StringLiteral kOfStandardStreams[] = {
    "fprintf",         "vfprintf",    "__fprintf_chk",   "__vfprintf_chk", "fputs",
    "fputs_unlocked",  "fputc",       "fputc_unlocked",  "putc",           "putc_unlocked",
    "_IO_putc",        "fwrite",      "fwrite_unlocked", "fflush",         "fflush_unlocked",
    "setvbuf",         "setbuf",      "setbuffer",       "setlinebuf",     "flockfile",
    "ftrylockfile",    "funlockfile", "fileno",          "feof",           "ferror",
    "clearerr",        "fgetc",       "fgetc_unlocked",  "getc",           "getc_unlocked",
    "_IO_getc",        "ungetc",      "fgets",           "fread",          "fscanf",
    "__isoc99_fscanf", "vfscanf",     "__isoc99_vfscanf"};
constexpr llvm::StringLiteral kMakesDescriptors[] = {
    "pipe",    "pipe2",    "__pipe",  "dup",        "dup2",    "dup3",           "open",         "open64",
    "openat",  "openat64", "creat",   "creat64",    "__open",  "__open64",       "__open_2",     "__open64_2",
    "mkstemp", "mkostemp", "socket",  "socketpair", "eventfd", "timerfd_create", "epoll_create", "epoll_create1",
    "close",   "fopen",    "fopen64", "fdopen",     "tmpfile", "opendir",        "shm_open"};
constexpr llvm::StringLiteral kMakesStreams[] = {"fopen", "fopen64", "fdopen", "tmpfile", "tmpfile64"};

bool refers_to(const llvm::Module& program, llvm::ArrayRef<llvm::StringLiteral> names) {
  return llvm::any_of(names, [&](llvm::StringRef name) {
    const llvm::Function* function = program.getFunction(name);
    return function != nullptr && (function->isDeclaration() || function->hasFnAttribute(kUnseen));
  });
}

// Does the program need this definition of ours? What the machine models needs no version here. Where clang has lent a
// body for inlining (available_externally), or the library's header has one, a function that we wrote replaces it; one
// that is the same template does not.
bool wants(llvm::Module& program, llvm::StringRef name, bool written) {
  llvm::GlobalValue* theirs = program.getNamedValue(name);
  if (!theirs) return false;
  if (is_operator(name)) return theirs->isDeclaration() && replaces_operators(program);
  if (llvm::is_contained(kOfStandardStreams, name)) return theirs->isDeclaration() && refers_to(program, kMakesStreams);
  if (llvm::is_contained(kOfStandardDescriptors, name))
    return theirs->isDeclaration() && refers_to(program, kMakesDescriptors);
  if (llvm::is_contained(kOfSharedMemory, name))
    return theirs->isDeclaration() && refers_to(program, kMakesSharedMemory);
  const SymbolPolicy policy = symbol_rule({name.data(), name.size()}).policy;
  if (policy == SymbolPolicy::Modelled || policy == SymbolPolicy::Intercepted) return false;
  if (auto* function = llvm::dyn_cast<llvm::Function>(theirs);
      function && written && (function->hasAvailableExternallyLinkage() || is_inline_of_std(*function))) {
    function->deleteBody();
    function->setComdat(nullptr);
  }
  return theirs->isDeclaration();
}

// A module of ours, and the names that it defines, known once it has been read.
struct OurModule {
  llvm::BitcodeModule bitcode;
  std::optional<llvm::StringMap<bool>> written = std::nullopt;  // true: by us; false: an instance of a template
};

void read_names(const llvm::Module& module, OurModule& ours) {
  ours.written.emplace();
  for (const llvm::GlobalValue& value : module.global_values())
    if (!value.isDeclaration() && (value.hasExternalLinkage() || value.hasWeakODRLinkage()))
      ours.written->try_emplace(value.getName(), value.hasExternalLinkage());
}

// Links what the program needs of one module of ours. True: something was linked.
bool link_module(llvm::Module& program, llvm::Linker& linker, OurModule& module) {
  const auto read = [&] {
    return llvm::cantFail(module.bitcode.getLazyModule(program.getContext(), /*ShouldLazyLoadMetadata=*/true,
                                                       /*IsImporting=*/false));
  };
  std::unique_ptr<llvm::Module> ours;
  if (!module.written) read_names(*(ours = read()), module);
  bool wanted = false;
  for (const auto& name : *module.written) wanted |= wants(program, name.getKey(), name.second);
  if (!wanted) return false;
  if (!ours) ours = read();
  // Clang's attribute is the user's, too; these are ours alone. Models keep frames of their own (clear_model_frames).
  for (llvm::Function& function : *ours) {
    function.addFnAttr(kOurs);
    if (!function.hasFnAttribute(llvm::Attribute::DisableSanitizerInstrumentation)) continue;
    function.addFnAttr(kUnseen);
    if (!function.hasLocalLinkage()) function.addFnAttr(llvm::Attribute::NoInline);
  }
  llvm::cantFail(ours->materializeMetadata());
  ours->setTargetTriple(program.getTargetTriple());
  ours->setDataLayout(program.getDataLayout());
  return !linker.linkInModule(std::move(ours), llvm::Linker::Flags::LinkOnlyNeeded);
}

}  // namespace

bool replaces_operators(const llvm::Module& program) {
  return llvm::any_of(program, [](const llvm::Function& f) { return !f.isDeclaration() && is_operator(f.getName()); });
}

void link_library(llvm::Module& program) {
  const llvm::StringRef bytes(heddle_library_begin,
                              static_cast<std::size_t>(heddle_library_end - heddle_library_begin));
  std::vector<OurModule> modules;
  for (const llvm::BitcodeModule& bitcode :
       llvm::cantFail(llvm::getBitcodeModuleList(llvm::MemoryBufferRef(bytes, "heddle library"))))
    modules.push_back({bitcode});
  llvm::Linker linker(program);  // looks at the whole program once
  // What is linked may need more: until nothing changes. Each round defines names, and there are finitely many.
  for (bool changed = true; changed;) {
    changed = false;
    for (OurModule& module : modules) changed |= link_module(program, linker, module);
  }
}

}  // namespace heddle
