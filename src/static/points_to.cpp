// See points_to.h. Here: objects of global variables and their first values, instances, contexts.
#include "static/points_to.h"

#include <algorithm>

#include "llvm/IR/Constants.h"
#include "llvm/IR/Operator.h"
#include "static/constraints.h"

namespace heddle::analysis {

using namespace llvm;

namespace {

// Creation sites are told apart by who runs them; with more threads than this by their entry functions only.
constexpr std::size_t kMaxContexts = 200;
// Arrays of more elements are one location in the first values of variables.
constexpr std::uint64_t kMaxElements = 64;

}  // namespace

bool may_hold_pointer(const Type* type) {
  if (type->isPointerTy()) return true;
  // A copy of memory goes by whatever type is as wide.
  if (type->isIntegerTy() || type->isFloatingPointTy()) return type->getPrimitiveSizeInBits() >= 64;
  if (auto* record = dyn_cast<StructType>(type))
    return any_of(record->elements(), [](const Type* element) { return may_hold_pointer(element); });
  if (auto* array = dyn_cast<ArrayType>(type)) return may_hold_pointer(array->getElementType());
  if (auto* vector = dyn_cast<FixedVectorType>(type))
    return vector->getElementType()->isPointerTy() || vector->getPrimitiveSizeInBits() >= 64;
  return false;
}

PointsTo::PointsTo(Module& module, const std::vector<Function*>& roots)
    : layout_(module.getDataLayout()), locations_(layout_), graph_(locations_) {
  Object outside;
  outside.name = "memory of a library";
  outside_ = locations_.add(std::move(outside));
  const LocationIndex anywhere = locations_.anywhere_in(outside_);
  graph_.include(graph_.content(anywhere), anywhere);
  thrown_ = graph_.add_node();
  thrown_pointers_ = graph_.add_node();
  thread_results_ = graph_.add_node();
  for (const char* name : {"_ZSt17current_exceptionv", "__cxa_init_primary_exception"})
    exceptions_travel_ |= module.getFunction(name) != nullptr;
  for (Function* root : roots) {
    Context made;
    made.parent = static_cast<ContextIndex>(contexts_.size());
    made.entry = root;
    const InstanceIndex first = contexts_[add_context(std::move(made))].first;
    for (const Argument& argument : root->args())
      if (may_hold_pointer(argument.getType())) graph_.include(value_node(first, argument), anywhere);
  }
  do {
    read_new_instances();
    graph_.solve();
  } while (read_ < instances_.size());
}

void PointsTo::read_new_instances() {
  for (; read_ < instances_.size(); ++read_) Reader(*this, static_cast<InstanceIndex>(read_)).read();
}

InstanceIndex PointsTo::instance(ContextIndex context, const Function& function) {
  const auto [entry, fresh] = known_.try_emplace({context, &function}, static_cast<InstanceIndex>(instances_.size()));
  if (!fresh) return entry->second;
  Instance& created = instances_.emplace_back();
  created.context = context;
  created.function = &function;
  created.result = graph_.add_node();
  created.varargs = graph_.add_node();
  return entry->second;
}

ContextIndex PointsTo::add_context(Context context) {
  const ContextIndex index = static_cast<ContextIndex>(contexts_.size());
  Object handle;
  handle.kind = Object::Kind::Handle;
  handle.context = index;
  handle.size = 1;
  context.handle = locations_.add(std::move(handle));
  context.specific = graph_.add_node();
  const Function& entry = *context.entry;
  contexts_.push_back(std::move(context));
  const InstanceIndex first = instance(index, entry);
  contexts_[index].first = first;
  return index;
}

ContextIndex PointsTo::context(const CallBase& site, const Function& entry, InstanceIndex creator) {
  ContextIndex parent = instances_[creator].context;
  // A thread that starts another one of its kind: they share a context.
  for (ContextIndex c = parent;; c = contexts_[c].parent) {
    if (contexts_[c].site == &site && contexts_[c].entry == &entry) {
      contexts_[c].creators.insert(creator);
      return c;
    }
    if (contexts_[c].parent == c) break;
  }
  const bool many = contexts_.size() > kMaxContexts;
  if (many) parent = 0;
  const auto [known, fresh] = known_contexts_.try_emplace({many ? nullptr : &site, &entry, parent},
                                                          static_cast<ContextIndex>(contexts_.size()));
  if (fresh) {
    Context made;
    made.parent = parent;
    made.site = &site;
    made.entry = &entry;
    graph_.copy(instances_[contexts_[add_context(std::move(made))].first].result, thread_results_);
  }
  contexts_[known->second].many_sites |= contexts_[known->second].site != &site;
  contexts_[known->second].creators.insert(creator);
  return known->second;
}

void PointsTo::add_exit_handler(ContextIndex context, const ExitHandler& handler) {
  const InstanceIndex target = instance(context, *handler.function);
  if (handler.function->arg_size() > 0) graph_.copy(handler.argument, value_node(target, *handler.function->getArg(0)));
  std::vector<InstanceIndex>& list = contexts_[context].at_exit;
  if (std::find(list.begin(), list.end(), target) == list.end()) list.push_back(target);
}

void PointsTo::end_thrown(const Thrown& thrown, const GivesUp& place) {
  const ContextIndex context = instances_[place.instance].context;
  if (context != thrown.context && !exceptions_travel_) return;
  const InstanceIndex target = instance(context, *thrown.destructor);
  instances_[place.instance].callees[place.call].insert(target);
  if (thrown.destructor->arg_size() > 0) graph_.copy(thrown.object, value_node(target, *thrown.destructor->getArg(0)));
}

void PointsTo::add_thrown(Thrown thrown) {
  thrown_objects_.push_back(thrown);
  for (std::size_t i = 0; i < gives_up_.size(); ++i) end_thrown(thrown, gives_up_[i]);
}

void PointsTo::add_gives_up(GivesUp place) {
  gives_up_.push_back(place);
  for (std::size_t i = 0; i < thrown_objects_.size(); ++i) end_thrown(thrown_objects_[i], place);
}

std::optional<ObjectIndex> PointsTo::object_of(const Value* global) const {
  const auto found = globals_.find(global);
  return found == globals_.end() ? std::nullopt : std::optional(found->second);
}

ObjectIndex PointsTo::global_object(const GlobalObject& global) {
  if (const auto found = globals_.find(&global); found != globals_.end()) return found->second;
  Object object;
  object.value = &global;
  if (isa<Function>(global)) {
    object.kind = Object::Kind::Function;
    object.size = 1;
  } else {
    const auto& variable = cast<GlobalVariable>(global);
    object.kind = variable.isThreadLocal() ? Object::Kind::ThreadLocal : Object::Kind::Global;
    object.type = variable.getValueType();
    if (object.type->isSized() && variable.hasInitializer()) object.size = layout_.getTypeAllocSize(object.type);
  }
  const ObjectIndex index = locations_.add(std::move(object));
  globals_[&global] = index;
  if (auto* variable = dyn_cast<GlobalVariable>(&global)) {
    if (variable->hasInitializer())
      initialise(index, *variable->getInitializer(), 0);
    else
      graph_.include(graph_.content(locations_.anywhere_in(index)), locations_.anywhere_in(outside_));
  }
  return index;
}

void PointsTo::initialise(ObjectIndex object, const Constant& value, std::uint64_t offset) {
  if (!may_hold_pointer(value.getType()) || value.isNullValue() || isa<UndefValue>(value)) return;
  if (isa<ConstantDataSequential>(value) || isa<ConstantInt>(value)) return;
  if (auto* record = dyn_cast<ConstantStruct>(&value)) {
    const StructLayout* fields = layout_.getStructLayout(record->getType());
    for (unsigned i = 0; i < record->getNumOperands(); ++i)
      initialise(object, *record->getOperand(i), offset + fields->getElementOffset(i).getFixedValue());
    return;
  }
  if (auto* array = dyn_cast<ConstantArray>(&value)) {
    const std::uint64_t element = layout_.getTypeAllocSize(array->getType()->getElementType());
    const bool many = array->getNumOperands() > kMaxElements;
    if (many)
      locations_.indexed(locations_.moved(locations_.start_of(object), static_cast<std::int64_t>(offset))
                             .value_or(locations_.start_of(object)),
                         element, true);
    for (unsigned i = 0; i < array->getNumOperands(); ++i)
      initialise(object, *array->getOperand(i), offset + (many ? 0 : i * element));
    return;
  }
  const auto place = locations_.moved(locations_.start_of(object), static_cast<std::int64_t>(offset));
  if (place) add_constant(graph_.content(*place), value);
}

void PointsTo::add_constant(NodeIndex node, const Constant& value) {
  if (value.isNullValue() || isa<UndefValue>(value) || isa<ConstantData>(value)) return;
  if (auto* global = dyn_cast<GlobalObject>(&value))
    return graph_.include(node, locations_.start_of(global_object(*global)));
  if (auto* alias = dyn_cast<GlobalAlias>(&value)) return add_constant(node, *alias->getAliasee());
  if (auto* expression = dyn_cast<ConstantExpr>(&value)) {
    if (auto* gep = dyn_cast<GEPOperator>(expression)) {
      Shift by = shift_of(*gep, layout_);
      return graph_.shift(constant_node(*cast<Constant>(gep->getPointerOperand())), node, std::move(by));
    }
    const bool plain = expression->isCast();
    for (const Use& operand : expression->operands()) {
      const NodeIndex inner = constant_node(*cast<Constant>(operand));
      if (plain)
        graph_.copy(inner, node);
      else
        graph_.shift(inner, node, Shift{.anywhere = true});
    }
    return;
  }
  for (const Use& operand : value.operands())  // aggregates, blocks, and what wraps a global
    if (auto* inner = dyn_cast<Constant>(operand)) graph_.copy(constant_node(*inner), node);
}

NodeIndex PointsTo::constant_node(const Constant& value) {
  if (const auto found = constants_.find(&value); found != constants_.end()) return found->second;
  const NodeIndex node = graph_.add_node();
  constants_[&value] = node;
  add_constant(node, value);
  return node;
}

NodeIndex PointsTo::value_node(InstanceIndex instance, const Value& value) {
  if (auto* constant = dyn_cast<Constant>(&value)) return constant_node(*constant);
  auto& values = instances_[instance].values;
  if (const auto found = values.find(&value); found != values.end()) return found->second;
  const NodeIndex node = graph_.add_node();
  return values[&value] = node;
}

const LocationSet& PointsTo::targets(InstanceIndex instance, const Value* pointer) {
  return graph_.points_to(value_node(instance, *pointer));
}

}  // namespace heddle::analysis
