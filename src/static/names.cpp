// See names.h. Variables and their types come from debug information, like the names of check's reports.
#include "static/names.h"

#include <fmt/format.h>

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Instructions.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

const DILocalVariable* local_variable(const Value* slot) {
  for (const DbgVariableRecord* record : findDVRDeclares(const_cast<Value*>(slot)))
    if (record->getVariable() != nullptr) return record->getVariable();
  return nullptr;
}

// `a.b[3].c` -> `a.b[].c` for the subscripts of an array that was indexed at run time.
std::string without_numbers(const std::string& path) {
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    out += path[i];
    if (path[i] != '[') continue;
    while (i + 1 < path.size() && path[i + 1] >= '0' && path[i + 1] <= '9') ++i;
  }
  return out;
}

}  // namespace

const NamedPlace& Names::place(const Instruction& instruction) {
  const auto [entry, fresh] = places_.try_emplace(&instruction);
  if (!fresh) return entry->second;
  const std::vector<SourcePosition> frames = names_.frames(instruction.getDebugLoc().get(), *instruction.getFunction());
  NamedPlace& result = entry->second;
  std::size_t own = 0;
  while (own + 1 < frames.size() && frames[own].system) ++own;
  if (frames[own].system) own = 0;
  result.position = frames[own];
  result.inside.assign(frames.begin(), frames.begin() + static_cast<std::ptrdiff_t>(own));
  result.outside.assign(frames.begin() + static_cast<std::ptrdiff_t>(own) + 1, frames.end());
  return result;
}

std::uint32_t Names::variable(const Object& object) {
  const auto [entry, fresh] = known_.try_emplace(object.value, 0);
  if (!fresh) return entry->second;
  Variable made;
  made.size = object.size;
  if (auto* global = dyn_cast<GlobalVariable>(object.value)) {
    SmallVector<DIGlobalVariableExpression*, 1> info;
    global->getDebugInfo(info);
    if (!info.empty() && !info[0]->getVariable()->getName().empty()) {
      made.name = names_.variable_name(info[0]->getVariable());
      made.type = types_.layout(info[0]->getVariable()->getType());
    } else if (global->getName().starts_with("_ZGV")) {
      made.name = "guard of " + readable_symbol(("_Z" + global->getName().drop_front(4)).str());
    } else {
      made.name = readable_symbol(global->getName());
    }
  } else if (const DILocalVariable* source = local_variable(object.value)) {
    made.name = source->getName().str();
    made.type = types_.layout(source->getType());
  } else if (auto* instruction = dyn_cast<Instruction>(object.value)) {
    made.name = "temporary of " + names_.function_name(*instruction->getFunction());
  } else {
    made.name = "argument";
  }
  return entry->second = variables_.add(std::move(made));
}

std::string Names::memory(LocationIndex index) {
  const Location& location = locations_[index];
  const Object& object = locations_.object(location.object);
  if (object.value == nullptr) return object.name;
  const bool anywhere = location.stride == 1 && location.begin == 0;
  if (object.kind == Object::Kind::Heap) {
    const SourcePosition at = place(*cast<Instruction>(object.value)).position;
    const std::string block = fmt::format("heap block from {}:{}", at.file, at.line);
    return location.offset == 0 || anywhere ? block : fmt::format("{} + {}", block, location.offset);
  }
  if (isa<Function>(object.value)) return names_.function_name(*cast<Function>(object.value));
  const std::uint32_t variable = this->variable(object);
  if (anywhere) return variables_[variable].name;
  const std::string path = variables_.path(variable, location.offset);
  return location.exact() ? path : without_numbers(path);
}

}  // namespace heddle::analysis
