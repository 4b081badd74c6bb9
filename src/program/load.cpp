// See load.h for the steps. Main functions: build_module, compile_program, place_object, describe, load_program.
#include "program/load.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ExecutionEngine/JITEventListener.h>
#include <llvm/ExecutionEngine/RuntimeDyld.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/ErrorHandling.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "frontend/link.h"
#include "frontend/read_module.h"
#include "instrument/instrument.h"
#include "ir/debug_names.h"
#include "ir/library_bitcode.h"
#include "program/codegen.h"
#include "program/compiled.h"
#include "program/frame_table.h"
#include "program/image_memory.h"
#include "program/load_error.h"
#include "program/outside_names.h"
#include "program/parts.h"
#include "program/rename.h"
#include "program/shared_variables.h"
#include "program/source_names.h"
#include "program/symboliser.h"
#include "program/undefined.h"

namespace heddle {

class LoadedProgram::Parts {
 public:
  explicit Parts(std::span<const RuntimeSymbol> runtime) : resolver(runtime) {}
  ~Parts() {
    for (std::size_t i = 0; i < shown_to_gdb; i++) gdb->notifyFreeingObject(gdb_key(i));
  }
  std::uint64_t gdb_key(std::size_t object) const { return reinterpret_cast<std::uintptr_t>(this) + object; }

  program::OutsideNames outside;
  program::Resolver resolver;  // keeps the program's shared libraries open
  program::ImageMemory memory;
  std::unique_ptr<program::Symboliser> symboliser;
  std::optional<program::FrameTable> frames;  // made at the first question
  llvm::JITEventListener* gdb = nullptr;      // LLVM's own, one a process
  std::size_t shown_to_gdb = 0;               // objects
  Image image;
};

LoadedProgram::LoadedProgram(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
LoadedProgram::~LoadedProgram() = default;
const Image& LoadedProgram::image() const { return parts_->image; }

namespace program {
namespace {

// LLVM's last resort is a handler that must not come back, or the process ends. Throwing leaves LLVM's frames without
// their destructors: some memory is lost, nothing else of that load is used again.
class FatalErrorsThrow {
 public:
  FatalErrorsThrow() {
    llvm::install_fatal_error_handler(
        [](void*, const char* reason, bool) { fail(fmt::format("heddle: error: LLVM: {}", reason)); });
  }
  ~FatalErrorsThrow() { llvm::remove_fatal_error_handler(); }
};

// The linker's view of Resolver. Weak names that nobody defines are null.
class LinkerNames final : public llvm::JITSymbolResolver {
 public:
  LinkerNames(const Resolver& resolver, const NumberBases& numbers, OutsideNames& found)
      : resolver_(resolver), numbers_(numbers), found_(found) {}

  void lookup(const LookupSet& names, OnResolvedFunction done) override {
    LookupResult result;
    for (const llvm::StringRef name : names) {
      if (const std::optional<std::uint32_t> number = number_of_symbol(name, numbers_)) {
        result[name] = {*number, llvm::JITSymbolFlags::Exported};
        continue;
      }
      const auto address = reinterpret_cast<std::uintptr_t>(resolver_.find(name));
      if (address != 0) found_.add(address, name);
      result[name] = {address, llvm::JITSymbolFlags::Exported};
    }
    done(std::move(result));
  }
  llvm::Expected<LookupSet> getResponsibilitySet(const LookupSet& names) override { return names; }
  bool allowsZeroSymbols() override { return true; }

 private:
  const Resolver& resolver_;
  const NumberBases& numbers_;
  OutsideNames& found_;
};

std::uint64_t hash_of(const std::vector<Bitcode>& units) {
  std::uint64_t hash = 0;
  for (const Bitcode& unit : units) hash = XXH3_64bits_withSeed(unit.bytes.data(), unit.bytes.size(), hash);
  return hash;
}

// Nobody outside calls a function of the program by its name. So what main and the constructors do not reach goes
// before it is hooked and compiled: most of a test framework, for one.
void keep_functions_inside(llvm::Module& module) {
  llvm::SmallVector<llvm::GlobalValue*> used;
  llvm::collectUsedGlobalVariables(module, used, /*CompilerUsed=*/false);
  const llvm::SmallPtrSet<llvm::GlobalValue*, 16> asked_for(used.begin(), used.end());
  for (llvm::Function& function : module) {
    if (!function.hasExternalLinkage() || function.isDeclaration() || function.getName() == "main") continue;
    if (asked_for.contains(&function)) continue;
    function.setVisibility(llvm::GlobalValue::DefaultVisibility);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

std::unique_ptr<llvm::Module> build_module(llvm::LLVMContext& context, LoadRequest& request) {
  LinkResult linked = link_units(context, std::move(request.units));
  if (linked.error) fail(linked.error->message);
  link_library(*linked.module);
  share_variables(*linked.module, request.among_processes);
  keep_functions_inside(*linked.module);
  return std::move(linked.module);
}

bool is_called(const llvm::Module& module, llvm::StringRef name) {
  const llvm::Function* function = module.getFunction(name);
  return function != nullptr && !function->use_empty();
}

InstrumentOptions instrument_options(const LoadRequest& request) {
  InstrumentOptions options;
  options.visible = request.visible;
  options.optimise = request.optimise;
  options.keep_locals = request.keep_locals;
  options.flows = request.flows;
  options.policy = [](std::string_view name) { return symbol_rule(name).policy; };
  return options;
}

Instrumentation hook_module(llvm::Module& module, const InstrumentOptions& options, TablesBefore before) {
  const bool replaces = replaces_operators(module);
  Instrumentation result = hook_program(module, options, std::move(before));
  if (result.error) fail(*result.error);
  result.replaces_operators = replaces;
  // Checked again when the sections are placed; here it saves writing an object file of that size.
  std::uint64_t size = 0;
  for (const GlobalName& global : result.globals) size += global.size;
  if (size > kGlobalsSize)
    fail(fmt::format("heddle: error: the program's global variables do not fit: {} bytes, at most {} are possible",
                     size, kGlobalsSize));
  return result;
}

using ParsedObject = std::unique_ptr<llvm::object::ObjectFile>;

std::vector<ParsedObject> parse_objects(const Compiled& compiled) {
  std::vector<ParsedObject> objects;
  for (const std::string& bytes : compiled.objects) {
    auto object = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(bytes, "program"));
    if (!object) fail("heddle: error: " + llvm::toString(object.takeError()));
    objects.push_back(std::move(*object));
  }
  if (objects.empty()) fail("heddle: error: the program has no code");
  return objects;
}

// Loads the objects and returns copies of them that know their final addresses.
std::vector<PlacedObject> place_objects(LoadedProgram::Parts& parts, const std::vector<ParsedObject>& objects,
                                        const NumberBases& numbers, bool debugger) {
  auto check = [&](bool good, llvm::StringRef what) {
    if (!good) fail(fmt::format("heddle: error: {}", parts.memory.error().empty() ? what.str() : parts.memory.error()));
  };
  check(parts.memory.reserve_globals(*objects.front()), "the program does not fit");  // the others have none
  LinkerNames names(parts.resolver, numbers, parts.outside);
  llvm::RuntimeDyld linker(parts.memory, names);
  std::vector<std::unique_ptr<llvm::RuntimeDyld::LoadedObjectInfo>> infos;
  for (const ParsedObject& object : objects) {
    try {
      infos.push_back(linker.loadObject(*object));
    } catch (const LoadError&) {  // out of room is a fatal error for the linker; ours says more
      check(parts.memory.error().empty(), "");
      throw;
    }
    check(infos.back() && !linker.hasError(), linker.getErrorString());
  }
  linker.resolveRelocations();
  check(!linker.hasError(), linker.getErrorString());
  linker.registerEHFrames();
  std::vector<PlacedObject> placed;
  for (std::size_t i = 0; i < objects.size(); i++) {
    if (debugger) {
      parts.gdb = llvm::JITEventListener::createGDBRegistrationListener();
      parts.gdb->notifyObjectLoaded(parts.gdb_key(parts.shown_to_gdb), *objects[i], *infos[i]);
      parts.shown_to_gdb++;
    }
    placed.push_back(infos[i]->getObjectForDebug(*objects[i]));
  }
  return placed;
}

void protect(LoadedProgram::Parts& parts) {
  if (parts.memory.finalizeMemory(nullptr))
    fail(fmt::format("heddle: error: the program's memory cannot be protected: {}", parts.memory.error()));
}

// One process, or the only one, in what is found by names.
struct SymbolsOf {
  const Symboliser& symboliser;
  std::size_t process = 0;
  Address symbol(llvm::StringRef name) const { return symboliser.symbol(name, process); }
};

void describe_abilities(Image& image, const SymbolsOf& symbols, const Instrumentation& instrumentation, Address main) {
  std::unordered_map<std::string_view, MayTouch> places;
  for (const GlobalName& global : instrumentation.globals)
    if (const Address address = symbols.symbol(global.symbol))
      places[global.symbol] = {OperationKind::None, address, global.size};
  for (const Ability& ability : instrumentation.abilities) {
    const Address entry = ability.entry.empty() ? main : symbols.symbol(ability.entry);
    if (entry == 0) continue;
    const auto [it, is_new] = image.may_do.try_emplace(entry);
    MayDo& may_do = it->second;
    may_do.everything = ability.everything || !is_new;
    for (const Ability::Touch& touch : ability.touches) {
      const auto place = places.find(touch.symbol);
      const MayTouch where = place == places.end() ? MayTouch{} : place->second;
      may_do.touches.push_back({touch.kind, where.begin, where.size});
    }
  }
}

void describe_flows(Image& image, const SymbolsOf& symbols, FlowFacts facts) {
  image.flows.beyond_memory = std::move(facts.beyond_memory);
  for (const std::vector<FlowFacts::Touch>& branch : facts.branches) {
    BranchContents& contents = image.flows.branches.emplace_back();
    for (const FlowFacts::Touch& t : branch) {
      const Address address = symbols.symbol(t.symbol);
      if (address == 0) image.flows.beyond_memory = t.symbol;  // nobody knows where it is
      contents.touches.push_back({address, t.size, t.write, SiteId(t.site)});
    }
  }
  for (const std::string& lock : facts.inert_locks)
    if (const Address address = symbols.symbol(lock); address != 0) image.flows.inert_locks.push_back(address);
  for (FlowFacts::Read& read : facts.reads)
    image.flows.reads[read.site] = {std::move(read.stores), std::move(read.branches)};
}

void describe_code(Image& image, const SymbolsOf& symbols, const Instrumentation& instrumentation) {
  auto functions = [&](const std::vector<std::string>& names) {
    std::vector<void (*)()> result;
    for (const std::string& name : names)
      if (const Address address = symbols.symbol(name)) result.push_back(reinterpret_cast<void (*)()>(address));
    return result;
  };
  ProcessImage code;
  code.main = reinterpret_cast<int (*)(int, char**, char**)>(symbols.symbol(kEntry));
  code.constructors = functions(instrumentation.constructors);
  code.destructors = functions(instrumentation.destructors);
  if (symbols.process == 0) {
    image.main = code.main;
    image.constructors = code.constructors;
    image.destructors = code.destructors;
  }
  if (image.processes.empty()) return;
  ProcessImage& process = image.processes[symbols.process];
  process.main = code.main;
  process.constructors = std::move(code.constructors);
  process.destructors = std::move(code.destructors);
}

void describe_variables(Image& image, const SymbolsOf& symbols, const Instrumentation& instrumentation) {
  for (const GlobalName& global : instrumentation.globals)
    if (const Address address = symbols.symbol(global.symbol))
      image.globals.push_back({address, global.size, global.variable});
  std::sort(image.globals.begin(), image.globals.end(),
            [](const GlobalRange& a, const GlobalRange& b) { return a.begin < b.begin; });
  for (const GlobalName& local : instrumentation.thread_locals)
    if (const Address control = symbols.symbol(local.symbol))
      image.thread_locals.push_back({control, local.size, local.variable});
}

// What holds of one process holds of all of them together.
void describe_facts(Image& image, const Instrumentation& facts) {
  image.hidden_effects |= facts.hidden_effects;
  image.unlock_is_visible |= facts.unlock_is_visible;
  image.locks_several_rwlocks |= facts.locks_several_rwlocks;
  image.locks_streams |= facts.locks_streams;
  image.reads_float_flags |= facts.reads_float_flags;
  image.uses_library_state |= facts.uses_library_state;
  image.weak_atomics |= facts.weak_atomics;
  image.tells_without_order |= facts.tells_without_order;
  image.may_spin |= facts.may_spin;
  image.weak_compare_exchange |= facts.weak_compare_exchange;
  image.uses_conditions |= facts.uses_conditions;
  image.cancels_threads |= facts.cancels_threads;
  image.registers_handlers |= facts.registers_handlers;
  image.replaces_operators |= facts.replaces_operators;
  image.deletes_keys |= facts.deletes_keys;
  image.sets_new_handler |= facts.sets_new_handler;
  image.harmless_calls.insert(image.harmless_calls.end(), facts.harmless_calls.begin(), facts.harmless_calls.end());
}

void describe_calls(Image& image) {
  // The compiler's own runtime (personality, unwinder, __cxa_*) is part of the language, not a call of the program.
  std::erase_if(image.harmless_calls, [](const std::string& name) {
    return name.starts_with(kRealPrefix.data()) || name.starts_with("__") || name.starts_with("_Unwind_");
  });
  for (std::string& name : image.harmless_calls) name = readable_symbol(name);
  std::sort(image.harmless_calls.begin(), image.harmless_calls.end());
  image.harmless_calls.erase(std::unique(image.harmless_calls.begin(), image.harmless_calls.end()),
                             image.harmless_calls.end());
}

// Image has the cautious answer for images that are made by hand.
void nothing_is_known_yet(Image& image) {
  image.hidden_effects = image.unlock_is_visible = image.locks_several_rwlocks = image.tells_without_order = false;
  image.may_spin = image.registers_handlers = image.deletes_keys = image.sets_new_handler = false;
}

void describe(LoadedProgram::Parts& parts, std::vector<Instrumentation> all) {
  Image& image = parts.image;
  nothing_is_known_yet(image);
  image.globals_begin = parts.memory.globals_begin();
  image.globals_size = parts.memory.globals_size();
  Instrumentation& last = all.back();  // its tables hold those of the others
  const bool several = !image.processes.empty();
  for (std::size_t i = 0; i < all.size(); i++) {
    const SymbolsOf symbols{*parts.symboliser, i};
    if (several)
      for (const std::vector<GlobalName>* names : {&all[i].globals, &all[i].thread_locals})
        for (const GlobalName& global : *names)
          last.variables.rename(global.variable, image.processes[i].name + ":" + last.variables[global.variable].name);
    describe_code(image, symbols, all[i]);
    describe_variables(image, symbols, all[i]);
    describe_facts(image, all[i]);
    describe_abilities(image, symbols, all[i], symbols.symbol(kEntry));
    describe_flows(image, symbols, std::move(all[i].flows));
  }
  if (several) {  // a process cannot know what the others do with what they share
    image.tells_without_order = image.hidden_effects = true;
    image.flows = {};
    image.flows.beyond_memory = "memory that processes share";
  }
  describe_calls(image);
  image.variables = std::move(last.variables);
  image.sites = std::move(last.sites);
  image.external_calls = std::move(last.external_calls);
  image.outside_function = [&parts](Address address, std::size_t process) {
    return parts.outside.function(address, *parts.symboliser, process);
  };
  image.frame_layout = [&parts](Address return_address) {
    if (!parts.frames) parts.frames.emplace(parts.symboliser->objects());
    return parts.frames->find(return_address);
  };
  image.symbolise = [&symboliser = *parts.symboliser](std::uintptr_t address) { return symboliser.frames(address); };
}

void add_parts(Compiled& compiled, std::vector<Part> parts) {
  Instrumentation& all = compiled.instrumentation;
  for (Part& part : parts) {
    compiled.objects.push_back(std::move(part.object));
    all.hooks += part.hooks;
    all.may_spin |= part.may_spin;
    all.weak_atomics |= part.weak_atomics;
  }
}

// What is undefined is an error, with the lines that use it.
Compiled compile_program(LoadRequest& request, const Resolver& resolver, TablesBefore before) {
  Compiled result;
  llvm::LLVMContext context;
  DiagnosticCollector diagnostics(context);
  std::unique_ptr<llvm::Module> module = build_module(context, request);
  result.uses_scopes = is_called(*module, "heddle_scope_begin");
  result.benign_races = is_called(*module, "heddle_benign_race");
  result.runs_google_test = is_called(*module, "_ZN7testing8UnitTest3RunEv");
  result.runs_catch = is_called(*module, "_ZN5Catch7Session3runEv");
  // Accesses to such memory have to be seen one by one; the machine makes no others visible.
  if (result.benign_races) request.visible = Visibility::All;
  const InstrumentOptions options = instrument_options(request);
  result.instrumentation = hook_module(*module, options, std::move(before));
  result.names = SourceNames(*module);
  const UndefinedUses undefined = undefined_uses(*module, resolver);
  std::vector<Bundle> bundles;
  if (options.optimise && !options.keep_locals && !options.flows && !request.among_processes)
    bundles = take_bundles(*module, result.instrumentation, result.numbers);
  PartCompiler parts(std::move(bundles), options, resolver, request.cache_directory);
  finish_module(*module, options, result.instrumentation);
  rename_outside(*module, resolver);
  add_entry(*module);

  std::string error;
  result.objects.push_back(generate_code(*module, request.optimise, error));
  if (result.objects.front().empty()) fail(fmt::format("heddle: error: {}", error));
  add_parts(result, parts.finish());
  if (const std::string errors = diagnostics.take_errors(); !errors.empty()) fail("heddle: error: " + errors);
  if (const std::string errors = undefined_errors(parse_objects(result), resolver, result.numbers, undefined);
      !errors.empty())
    fail(errors);
  return result;
}

// From the cache, or made and put there.
Compiled compiled_program(LoadRequest& request, const Resolver& resolver, TablesBefore before = {}) {
  const std::string key = compiled_key(request);
  if (key.empty()) return compile_program(request, resolver, std::move(before));
  if (std::optional<Compiled> found = load_compiled(request, key))
    if (undefined_errors(parse_objects(*found), resolver, found->numbers, {}).empty()) return std::move(*found);
  Compiled made = compile_program(request, resolver, std::move(before));
  store_compiled(request, key, made);
  return made;
}

void take_flags(Image& image, const Compiled& compiled) {
  image.uses_scopes |= compiled.uses_scopes;
  image.benign_races |= compiled.benign_races;
  image.runs_google_test |= compiled.runs_google_test;
  image.runs_catch |= compiled.runs_catch;
}

void load_alone(LoadedProgram::Parts& parts, LoadRequest& request) {
  parts.image.hash = hash_of(request.units);
  Compiled compiled = compiled_program(request, parts.resolver);
  take_flags(parts.image, compiled);
  parts.symboliser = std::make_unique<Symboliser>(
      place_objects(parts, parse_objects(compiled), compiled.numbers, request.debugger), std::move(compiled.names));
  protect(parts);
  std::vector<Instrumentation> all;
  all.push_back(std::move(compiled.instrumentation));
  describe(parts, std::move(all));
}

// Each by itself, but for the numbers of sites, variables and calls: they go on from one to the next.
std::vector<Compiled> compile_processes(LoadedProgram::Parts& parts, LoadRequest& request) {
  std::vector<Compiled> all;
  LoadRequest one = request;
  one.processes.clear();
  one.among_processes = true;
  for (const ProcessUnits& process : request.processes) {
    one.units = process.units;
    const std::uint64_t hash = hash_of(one.units);
    TablesBefore before;
    if (!all.empty()) {
      const Instrumentation& last = all.back().instrumentation;
      before = {last.sites, last.variables, last.external_calls};
    }
    all.push_back(compiled_program(one, parts.resolver, std::move(before)));
    take_flags(parts.image, all.back());
    one.compiled_before += fmt::format("{:x} ", hash);
    parts.image.hash = parts.image.hash * 31 + hash;
  }
  return all;
}

void place_shared(LoadedProgram::Parts& parts, const std::vector<std::vector<ParsedObject>>& objects) {
  SharedVariables variables;
  for (const std::vector<ParsedObject>& process : objects)
    for (const ParsedObject& object : process) add_shared_variables(*object, variables);
  for (const auto& [name, size] : variables) {
    std::uint8_t* const place = parts.memory.allocate_shared(size);
    if (place == nullptr) fail(fmt::format("heddle: error: {}", parts.memory.error()));
    parts.resolver.place_shared(name, place);
  }
}

void load_processes(LoadedProgram::Parts& parts, LoadRequest& request) {
  std::vector<Compiled> compiled = compile_processes(parts, request);
  std::vector<std::vector<ParsedObject>> objects;
  for (const Compiled& process : compiled) objects.push_back(parse_objects(process));
  place_shared(parts, objects);
  std::vector<PlacedObject> placed;
  std::vector<std::size_t> process_of;
  std::vector<SourceNames> names;
  std::vector<Instrumentation> facts;
  for (std::size_t i = 0; i < compiled.size(); i++) {
    ProcessImage& process = parts.image.processes.emplace_back();
    process.name = request.processes[i].name;
    if (!parts.memory.end_process()) fail(fmt::format("heddle: error: {}", parts.memory.error()));
    process.globals_begin = parts.memory.globals_begin() + parts.memory.globals_size();
    for (PlacedObject& object : place_objects(parts, objects[i], compiled[i].numbers, request.debugger)) {
      placed.push_back(std::move(object));
      process_of.push_back(i);
    }
    process.globals_end = parts.memory.globals_begin() + parts.memory.globals_size();
    names.push_back(std::move(compiled[i].names));
    facts.push_back(std::move(compiled[i].instrumentation));
  }
  protect(parts);
  parts.symboliser = std::make_unique<Symboliser>(std::move(placed), std::move(names), std::move(process_of));
  describe(parts, std::move(facts));
}

std::unique_ptr<LoadedProgram> load(LoadRequest request) {
  const FatalErrorsThrow guard;
  auto parts = std::make_unique<LoadedProgram::Parts>(request.runtime);
  std::string error;
  for (const std::string& library : request.libraries)
    if (!parts->resolver.add_library(library, error)) fail(fmt::format("heddle: error: {}", error));
  if (request.processes.empty())
    load_alone(*parts, request);
  else
    load_processes(*parts, request);
  return std::make_unique<LoadedProgram>(std::move(parts));
}

}  // namespace
}  // namespace program

LoadResult load_program(LoadRequest request) {
  LoadResult result;
  try {
    result.program = program::load(std::move(request));
  } catch (const program::LoadError& error) {
    result.error = error.text;
  }
  return result;
}

}  // namespace heddle
