// An entry holds bitcode, warnings, and the dependencies under which both hold.
//
//   cache_key    BitcodeCache::load -> unchanged(dependencies)    BitcodeCache::store
#include "frontend/cache.h"

#include <cstdlib>
#include <filesystem>

namespace heddle {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".unit";

// An upgrade changes these; so does another gcc, whose library headers clang would then use.
std::string compiler_identity(const std::string& compiler) {
  std::error_code ignored;
  const fs::path real = fs::canonical(compiler, ignored);
  const fs::path libraries = real.parent_path().parent_path() / "lib";
  std::string identity;
  for (const fs::path& path : {real, libraries / "libLLVM.so.1", libraries / "libclang-cpp.so.19.1",
                               libraries / "libLLVM.so.19.1", fs::path("/usr/lib/gcc/x86_64-linux-gnu")})
    identity += file_identity(path.string());
  return identity;
}

}  // namespace

std::string cache_key(const std::vector<std::string>& command_line) {
  Packer pack;
  const std::string compiler = compiler_identity(command_line.at(0));
  std::error_code failed;
  const std::string place = fs::current_path(failed).string();
  pack(compiler, command_line, place);
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SOURCE_DATE_EPOCH", "PWD", "COMPILER_PATH",
                           "GCC_EXEC_PREFIX"}) {
    const char* value = std::getenv(name);
    const bool set = value != nullptr;
    const std::string text = set ? value : "";
    pack(set, text);
  }
  return hash_text(pack.bytes());
}

std::optional<CachedUnit> BitcodeCache::load(const std::string& key) const {
  const std::optional<std::string> bytes = directory_.load(key, kExtension);
  if (!bytes) return std::nullopt;
  CachedUnit unit;
  Dependencies dependencies;
  Unpacker unpack(*bytes);
  unpack(unit.bitcode, unit.warnings, dependencies);
  if (!unpack.good() || !unchanged(dependencies)) return std::nullopt;
  directory_.touch(key, kExtension);
  return unit;
}

void BitcodeCache::store(const std::string& key, CachedUnit unit, Dependencies dependencies) const {
  Packer pack;
  pack(unit.bitcode, unit.warnings, dependencies);
  directory_.store(key, kExtension, pack.bytes());
}

}  // namespace heddle
