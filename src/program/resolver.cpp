// See resolver.h.
#include "program/resolver.h"

#include <dlfcn.h>

namespace heddle::program {
namespace {

// Stands for this program in __cxa_atexit; only its address matters.
int dso_handle;

}  // namespace

Resolver::Resolver(std::span<const RuntimeSymbol> runtime) {
  for (const RuntimeSymbol& symbol : runtime)
    runtime_[llvm::StringRef(symbol.name.data(), symbol.name.size())] = symbol.address;
  handles_.push_back(dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL));
}

Resolver::~Resolver() {
  for (void* handle : handles_)
    if (handle) dlclose(handle);
}

bool Resolver::add_library(const std::string& path, std::string& error) {
  if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
    handles_.push_back(handle);
    return true;
  }
  error = dlerror();
  return false;
}

void* Resolver::in_libraries(llvm::StringRef name) const {
  const std::string text = name.str();
  for (void* handle : handles_)
    if (void* address = handle ? dlsym(handle, text.c_str()) : nullptr) return address;
  return nullptr;
}

bool Resolver::has_intercepted(llvm::StringRef name) const {
  return symbol_rule({name.data(), name.size()}).policy == SymbolPolicy::Intercepted && runtime_.count(name);
}

void* Resolver::find(llvm::StringRef name) const {
  if (name == "__dso_handle") return &dso_handle;
  if (name.starts_with(kSharedPrefix)) {
    void* const placed = shared_.lookup(name);
    return placed != nullptr ? placed : &dso_handle;
  }
  if (name.consume_front(kInterceptedPrefix)) return runtime_.lookup(name);
  if (name.consume_front(kRealPrefix)) return in_libraries(name);
  const SymbolPolicy policy = symbol_rule({name.data(), name.size()}).policy;
  if (policy == SymbolPolicy::Intercepted) return in_libraries(name);
  if (void* ours = runtime_.lookup(name)) return ours;
  if (policy == SymbolPolicy::Modelled || policy == SymbolPolicy::Refused) return nullptr;
  return in_libraries(name);
}

}  // namespace heddle::program
