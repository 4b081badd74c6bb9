// See outside_names.h.
#include "program/outside_names.h"

#include <dlfcn.h>

#include <filesystem>

#include "ir/debug_names.h"
#include "program/resolver.h"
#include "program/symboliser.h"

namespace heddle::program {

void OutsideNames::add(Address address, llvm::StringRef name) {
  if (name.starts_with(kInterceptedPrefix)) return;  // ours
  const auto [known, is_new] = names_.try_emplace(address, name.str());
  if (!is_new && llvm::StringRef(known->second).starts_with(kRealPrefix)) known->second = name.str();
}

OutsideFunction OutsideNames::function(Address address, const Symboliser& program, std::size_t process) const {
  OutsideFunction result;
  Dl_info info{};
  const bool mapped = dladdr(reinterpret_cast<const void*>(address), &info) != 0;
  if (const auto known = names_.find(address); known != names_.end())
    result.symbol = known->second;
  else if (mapped && info.dli_sname != nullptr && reinterpret_cast<Address>(info.dli_saddr) == address)
    result.symbol = info.dli_sname;
  result.name = !result.symbol.empty() ? readable_symbol(result.symbol)
                : mapped               ? "a function of " + std::filesystem::path(info.dli_fname).filename().string()
                                       : "";
  if (!result.symbol.empty()) result.replaced = program.symbol(result.symbol, process);
  return result;
}

}  // namespace heddle::program
