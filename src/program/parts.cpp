// See parts.h. Main functions: PartCompiler::work, get, compile_bundle.
#include "program/parts.h"

#include <fmt/format.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/LLVMContext.h>

#include <algorithm>
#include <numeric>

#include "frontend/cache_directory.h"
#include "frontend/read_module.h"
#include "program/codegen.h"
#include "program/compiled.h"
#include "program/load_error.h"
#include "program/rename.h"

namespace heddle::program {

template <class Archive>
void fields(Archive& archive, Part& part) {
  archive(part.object, part.hooks, part.may_spin, part.weak_atomics);
}

namespace {

constexpr std::string_view kPartExtension = ".part";

Part compile_bundle(const Bundle& bundle, const InstrumentOptions& options, const Resolver& resolver) {
  llvm::LLVMContext context;
  DiagnosticCollector diagnostics(context);
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bundle.bitcode, "bundle"), context);
  if (!module) fail("heddle: error: " + llvm::toString(module.takeError()));
  Instrumentation facts;
  finish_module(**module, options, facts);
  rename_outside(**module, resolver);
  std::string error;
  Part part{generate_code(**module, options.optimise, error), facts.hooks, facts.may_spin, facts.weak_atomics};
  if (part.object.empty()) fail(fmt::format("heddle: error: {}", error));
  if (const std::string errors = diagnostics.take_errors(); !errors.empty()) fail("heddle: error: " + errors);
  return part;
}

}  // namespace

PartCompiler::PartCompiler(std::vector<Bundle> bundles, InstrumentOptions options, const Resolver& resolver,
                           std::string cache_directory)
    : bundles_(std::move(bundles)),
      options_(std::move(options)),
      resolver_(resolver),
      cache_directory_(std::move(cache_directory)),
      tool_(tool_identity()),
      order_(bundles_.size()),
      parts_(bundles_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(bundles_[b].bitcode.size(), a) < std::pair(bundles_[a].bitcode.size(), b);
  });
  if (!bundles_.empty()) thread_ = std::thread([this] { work(errors_[0]); });
}

PartCompiler::~PartCompiler() {
  next_ = order_.size();
  if (thread_.joinable()) thread_.join();
}

Part PartCompiler::get(const Bundle& bundle) {
  if (cache_directory_.empty()) return compile_bundle(bundle, options_, resolver_);
  Packer pack;
  pack(tool_, options_.visible, options_.optimise, options_.drop_redundant, bundle.bitcode);
  const std::string key = hash_text(pack.bytes());
  const CacheDirectory directory(cache_directory_);
  if (const std::optional<std::string> bytes = directory.load(key, kPartExtension)) {
    Part part;
    Unpacker unpack(*bytes);
    unpack(part);
    if (unpack.good()) return directory.touch(key, kPartExtension), part;
  }
  made_some_ = true;
  Part made = compile_bundle(bundle, options_, resolver_);
  Packer body;
  body(made);
  directory.store_one_of_many(key, kPartExtension, body.bytes());
  return made;
}

void PartCompiler::work(std::string& error) {
  try {
    for (std::size_t i = next_++; i < order_.size(); i = next_++) parts_[order_[i]] = get(bundles_[order_[i]]);
  } catch (const LoadError& e) {
    error = e.text;
    next_ = order_.size();
  }
}

std::vector<Part> PartCompiler::finish() {
  work(errors_[1]);
  if (thread_.joinable()) thread_.join();
  for (const std::string& error : errors_)
    if (!error.empty()) throw LoadError{error};
  if (made_some_) CacheDirectory(cache_directory_).make_room();
  return std::move(parts_);
}

}  // namespace heddle::program
