// What a call that allocates makes room for, so that a report can say `Account::m` of a part of the heap. Told by
//
//   * clang, of a new-expression (the metadata heapallocsite);
//   * the variable that holds the result, or where it is stored: `Node* n = malloc(...)`, `q->items = calloc(...)`;
//   * the result of the function, if it returns the block: std::allocator<T>::allocate, and the user's own like it.
//
// Nodes of the library's containers and the control block of std::make_shared have the object inside, in a buffer with
// the object's type as its template argument; to a reader the object counts.
//
// Only names depend on this: nothing is concluded from the type of a block.
#include "instrument/context.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Instructions.h"

namespace heddle {

using namespace llvm;

namespace {

bool allocates(StringRef name) {
  return name == "malloc" || name == "calloc" || name == "realloc" || name == "aligned_alloc" || name == "memalign" ||
         name == "reallocarray" || name.starts_with("_Znw") || name.starts_with("_Zna");
}

const DIType* pointee(const DIType* type) {
  auto* pointer = dyn_cast_or_null<DIDerivedType>(stripped(type));
  return pointer != nullptr && pointer->getTag() == dwarf::DW_TAG_pointer_type ? pointer->getBaseType() : nullptr;
}

const DIType* returned(const Function& function) {
  const DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getType() == nullptr) return nullptr;
  const DITypeRefArray types = subprogram->getType()->getTypeArray();
  return types.size() > 0 ? types[0] : nullptr;
}

const DIType* object_type(const CallBase& call, Expressions& expressions) {
  if (auto* told = dyn_cast_or_null<DIType>(call.getMetadata("heapallocsite"))) return told;
  if (const DIType* type = pointee(expressions.type_of(&call))) return type;
  const DIType* found = nullptr;
  for (const User* user : call.users()) {
    if (auto* store = dyn_cast<StoreInst>(user); store != nullptr && store->getValueOperand() == &call)
      found = pointee(expressions.type_at(store->getPointerOperand()));
    else if (isa<ReturnInst>(user) || isa<PHINode>(user))
      found = pointee(returned(*call.getFunction()));
    if (found != nullptr) return found;
  }
  return nullptr;
}

bool is_library(const DIScope* scope) {
  while (scope != nullptr) {
    if (auto* space = dyn_cast<DINamespace>(scope); space != nullptr && space->getScope() == nullptr)
      return space->getName() == "std" || space->getName() == "__gnu_cxx";
    scope = scope->getScope();
  }
  return false;
}

struct Inner {
  const DIType* type = nullptr;
  std::uint64_t offset = 0;
};

// The buffer in a node, whatever lies between.
Inner in_buffer(const DICompositeType* node, unsigned depth) {
  if (node->getName().starts_with("__aligned_")) {
    const DITemplateParameterArray arguments = node->getTemplateParams();
    auto* first = arguments.size() > 0 ? dyn_cast<DITemplateTypeParameter>(arguments[0]) : nullptr;
    return {first == nullptr ? nullptr : first->getType(), 0};
  }
  if (depth == 0) return {};
  for (const Metadata* element : node->getElements()) {
    auto* member = dyn_cast<DIDerivedType>(element);
    if (member == nullptr || member->isStaticMember() || member->isVirtual()) continue;
    auto* type = dyn_cast_or_null<DICompositeType>(stripped(member->getBaseType()));
    if (type == nullptr || !is_library(type->getScope())) continue;
    const Inner found = in_buffer(type, depth - 1);
    if (found.type != nullptr) return {found.type, found.offset + member->getOffsetInBits() / 8};
  }
  return {};
}

// Does the program keep the number of elements before an array that it makes with new[]?
constexpr std::uint64_t kCount = 8;
bool keeps_count(const CallBase& call, const Function& callee) {
  if (!callee.getName().starts_with("_Zna")) return false;
  return any_of(call.users(), [&](const User* user) {
    auto* store = dyn_cast<StoreInst>(user);
    return store != nullptr && store->getPointerOperand() == &call &&
           store->getValueOperand()->getType()->isIntegerTy(64);
  });
}

std::string around(StringRef node) {
  if (node.starts_with("_Sp_counted_")) return "the counts of a std::shared_ptr";
  if (node.starts_with("_Rb_tree_node")) return "a node of a std::map or std::set";
  if (node.starts_with("_List_node")) return "a node of a std::list";
  if (node.starts_with("_Fwd_list_node")) return "a node of a std::forward_list";
  if (node.starts_with("_Hash_node")) return "a node of an unordered container";
  return {};
}

}  // namespace

void note_allocation(Context& context, const CallBase& call, const Function& callee, std::uint32_t site) {
  if (!allocates(callee.getName())) return;
  const DIType* type = object_type(call, context.expressions);
  if (type == nullptr || stripped(type) == nullptr) return;
  AllocatedType made;
  auto* node = dyn_cast<DICompositeType>(stripped(type));
  if (node != nullptr && node->getName().starts_with("_") && is_library(node->getScope())) {
    constexpr unsigned kDeepest = 4;
    made.around = around(node->getName());
    made.node = context.types.size(node);
    const Inner inner = in_buffer(node, kDeepest);
    if (made.around.empty() || inner.type == nullptr) return;  // the library's own, of no interest
    made.before = inner.offset;
    type = inner.type;
  }
  const bool counted = made.node == 0 && keeps_count(call, callee);
  if (counted) made.before = kCount;
  made.name = context.names.type_name(type);
  made.type = context.types.layout(type);
  if (made.name.empty()) return;
  const auto [entry, fresh] = context.allocated.try_emplace({type, counted ? type : made.node > 0 ? node : nullptr});
  if (fresh) entry->second = context.out.variables.add_allocated(std::move(made));
  context.out.sites[SiteId(site)].allocates = entry->second;
}

}  // namespace heddle
