// See compiled.h: which fields an entry of the cache has, and its key. Nothing that a load can end with but success is
// kept, so Instrumentation::error has no place here.
#include "program/compiled.h"

#include <dlfcn.h>

#include <filesystem>

#include "frontend/cache_directory.h"

namespace heddle {

template <class Archive>
void fields(Archive& archive, SourcePosition& position) {
  archive(position.file, position.line, position.column, position.function, position.system);
}

template <class Archive>
void fields(Archive& archive, Site& site) {
  archive(site.frames, site.expression, site.allocates, site.in_stream_function);
}

// The first site and the first type are those of an empty table.
template <class Archive>
void fields(Archive& archive, SiteTable& sites) {
  std::vector<Site> list;
  for (std::uint32_t i = 1; i < sites.size(); i++) list.push_back(sites[SiteId(i)]);
  archive(list);
  for (std::size_t i = sites.size() - 1; i < list.size(); i++) sites.add(std::move(list[i]));
}

template <class Archive>
void fields(Archive& archive, TypeField& field) {
  archive(field.name, field.offset, field.type);
}

template <class Archive>
void fields(Archive& archive, TypeLayout& type) {
  archive(type.size, type.fields, type.element, type.count);
}

template <class Archive>
void fields(Archive& archive, Variable& variable) {
  archive(variable.name, variable.size, variable.type, variable.file, variable.line);
}

template <class Archive>
void fields(Archive& archive, AllocatedType& type) {
  archive(type.name, type.type, type.before, type.node, type.around);
}

template <class Archive>
void fields(Archive& archive, VariableTable& table) {
  std::vector<TypeLayout> types;
  std::vector<Variable> variables;
  for (TypeIndex i = 1; i < table.types(); i++) types.push_back(table.type(i));
  for (std::uint32_t i = 0; i < table.size(); i++) variables.push_back(table[i]);
  std::vector<AllocatedType> allocated;
  for (std::uint32_t i = 1; i < table.allocated_types(); i++) allocated.push_back(table.allocated(i));
  archive(types, variables, allocated);
  for (std::size_t i = table.types() - 1; i < types.size(); i++) table.add_type(std::move(types[i]));
  for (std::size_t i = table.size(); i < variables.size(); i++) table.add(std::move(variables[i]));
  for (std::size_t i = table.allocated_types() - 1; i < allocated.size(); i++)
    table.add_allocated(std::move(allocated[i]));
}

template <class Archive>
void fields(Archive& archive, GlobalName& global) {
  archive(global.symbol, global.variable, global.size);
}

template <class Archive>
void fields(Archive& archive, UncontrolledCall& call) {
  archive(call.name, call.position);
}

template <class Archive>
void fields(Archive& archive, Ability::Touch& touch) {
  archive(touch.kind, touch.symbol);
}

template <class Archive>
void fields(Archive& archive, Ability& ability) {
  archive(ability.entry, ability.everything, ability.touches);
}

template <class Archive>
void fields(Archive& archive, FlowFacts::Read& read) {
  archive(read.site, read.stores, read.branches);
}

template <class Archive>
void fields(Archive& archive, FlowFacts::Touch& touch) {
  archive(touch.symbol, touch.size, touch.write, touch.site);
}

template <class Archive>
void fields(Archive& archive, FlowFacts& flows) {
  archive(flows.reads, flows.branches, flows.inert_locks, flows.beyond_memory);
}

template <class Archive>
void fields(Archive& archive, Instrumentation& i) {
  archive(i.sites, i.variables, i.globals, i.thread_locals, i.constructors, i.destructors);
  archive(i.external_calls, i.harmless_calls, i.refused_calls, i.unlock_is_visible, i.uses_library_state);
  archive(i.weak_atomics, i.may_spin, i.weak_compare_exchange, i.uses_conditions, i.cancels_threads, i.tries_to_join,
          i.locks_streams);
  archive(i.registers_handlers, i.replaces_operators, i.deletes_keys, i.sets_new_handler, i.reads_float_flags);
  archive(i.abilities, i.hidden_effects, i.hooks);
  archive(i.locks_several_rwlocks, i.tells_without_order, i.flows);
}

namespace program {

template <class Archive>
void fields(Archive& archive, Compiled& compiled) {
  archive(compiled.objects, compiled.instrumentation, compiled.names, compiled.uses_scopes, compiled.benign_races,
          compiled.runs_google_test, compiled.runs_catch);
  std::vector<std::string> functions;
  std::vector<std::uint32_t> firsts;
  for (const auto& entry : compiled.numbers) {
    functions.push_back(entry.getKey().str());
    firsts.insert(firsts.end(), {entry.second.site, entry.second.variable, entry.second.external_call});
  }
  archive(functions, firsts);
  for (std::size_t i = 0; i < functions.size() && firsts.size() == functions.size() * 3; i++)
    compiled.numbers.try_emplace(functions[i], FirstNumbers{firsts[3 * i], firsts[3 * i + 1], firsts[3 * i + 2]});
}

namespace {

constexpr std::string_view kExtension = ".program";

}  // namespace

std::string tool_identity() {
  std::error_code unknown;
  std::string identity = file_identity(std::filesystem::read_symlink("/proc/self/exe", unknown).string());
  Dl_info llvm{};  // a library, or the tool itself
  const void* inside = dlsym(RTLD_DEFAULT, "LLVMContextCreate");
  if (inside != nullptr && dladdr(inside, &llvm) != 0) identity += file_identity(llvm.dli_fname);
  return identity;
}

std::string compiled_key(const LoadRequest& request) {
  if (request.cache_directory.empty()) return {};
  Packer pack;
  const std::string tool = tool_identity();
  pack(tool, request.visible, request.optimise, request.keep_locals, request.flows, request.libraries,
       request.among_processes, request.compiled_before);
  for (const Bitcode& unit : request.units) pack(unit.file, unit.bytes);
  return hash_text(pack.bytes());
}

std::optional<Compiled> load_compiled(const LoadRequest& request, const std::string& key) {
  const CacheDirectory directory(request.cache_directory);
  const std::optional<std::string> bytes = directory.load(key, kExtension);
  if (!bytes) return std::nullopt;
  std::optional<Compiled> compiled(std::in_place);
  Unpacker unpack(*bytes);
  unpack(*compiled);
  if (!unpack.good()) return std::nullopt;
  directory.touch(key, kExtension);
  return compiled;
}

void store_compiled(const LoadRequest& request, const std::string& key, Compiled& compiled) {
  Packer pack;
  pack(compiled);
  CacheDirectory(request.cache_directory).store(key, kExtension, pack.bytes());
}

}  // namespace program
}  // namespace heddle
