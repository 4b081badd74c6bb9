// What the machine and the searches need to know of a loaded program, from what instrumentation has noted by names and
// from the addresses that these names have now. Main function: describe_image, which takes one process after another.
#include "program/describe_image.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "ir/debug_names.h"
#include "program/rename.h"
#include "program/resolver.h"

namespace heddle::program {
namespace {

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
  image.tries_to_join |= facts.tries_to_join;
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

}  // namespace

void describe_image(Image& image, const ImageMemory& memory, const Symboliser& symboliser,
                    std::vector<Instrumentation> all) {
  nothing_is_known_yet(image);
  image.globals_begin = memory.globals_begin();
  image.globals_size = memory.globals_size();
  Instrumentation& last = all.back();  // its tables hold those of the others
  const bool several = !image.processes.empty();
  for (std::size_t i = 0; i < all.size(); i++) {
    const SymbolsOf symbols{symboliser, i};
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
}

}  // namespace heddle::program
