// Files in the order in which they are given, archives after everything else: a member of an archive is taken if it
// defines a name that is still missing, again and again until nothing changes (as a linker does with --start-group, so
// that the order of libraries does not matter).
//
//   gather           sort the flags; add each file; then libraries
//   add_file         by its first bytes: ELF, archive, or something to compile
//   add_embedded     units that an ELF file holds
//   take_members     archives
#include "frontend/gather.h"

#include <fmt/format.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "frontend/compile_database.h"
#include "frontend/embedded.h"
#include "support/files.h"
#include "frontend/flags.h"
#include "frontend/google_test.h"
#include "frontend/ir_check.h"
#include "frontend/read_module.h"

namespace heddle {
namespace {

namespace fs = std::filesystem;

// Part of every program or modelled anyway: naming them changes nothing.
constexpr std::array<std::string_view, 9> kBuiltIn = {"pthread", "m",     "c",      "stdc++", "rt",
                                                      "dl",      "gcc_s", "atomic", "util"};
constexpr std::array kDirectories = {"/usr/local/lib", "/usr/lib/x86_64-linux-gnu", "/lib/x86_64-linux-gnu", "/usr/lib",
                                     "/lib"};

std::string without_value(std::string_view library) {
  return fmt::format("{}: error: holds no bitcode: it was not built with 'heddle cc' or 'heddle c++'{}\n", library,
                     advice_about_library(library));
}

bool is_builtin_soname(std::string_view name) {
  if (name.starts_with("ld-linux")) return true;
  for (const std::string_view library : kBuiltIn)
    if (name.starts_with(fmt::format("lib{}.so", library))) return true;
  return false;
}

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string first_bytes(const std::string& file) {
  struct stat status;
  if (stat(file.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
  std::FILE* f = std::fopen(file.c_str(), "rb");
  if (f == nullptr) return {};
  char bytes[8];
  const std::size_t n = std::fread(bytes, 1, sizeof bytes, f);
  std::fclose(f);
  return {bytes, n};
}

class Gatherer {
 public:
  explicit Gatherer(const GatherRequest& request) : request_(request) {}

  GatherResult run() {
    sort_flags();
    if (result_.error.empty() && !build_directory_.empty()) result_.error = database_.read(build_directory_);
    if (!result_.error.empty()) return std::move(result_);
    for (const std::string& file : request_.files) add_file(file);
    compile_pending();
    for (const std::string& library : libraries_) add_library(library);
    if (result_.error.empty()) take_members();
    if (result_.error.empty()) add_google_test();
    if (!result_.error.empty()) result_.units.clear();
    return std::move(result_);
  }

 private:
  void sort_flags() {
    for (std::size_t i = 0; i < request_.flags.size(); ++i) {
      const std::string& word = request_.flags[i];
      const int count = library_flag_words(word);
      if (count == 0) {
        flags_.push_back(word);
        // The value of another flag may look like anything.
        if (compiler_flag_words(word) == 2 && i + 1 < request_.flags.size()) flags_.push_back(request_.flags[++i]);
        continue;
      }
      if (count == 2 && i + 1 == request_.flags.size()) {
        result_.error = fmt::format("heddle: error: argument to '{}' is missing\n", word);
        return;
      }
      const std::string value = count == 2 ? request_.flags[++i] : word.substr(2);
      if (word[1] == 'p')
        build_directory_ = value;
      else
        (word[1] == 'l' ? libraries_ : directories_).push_back(value);
    }
  }

  void fail(const std::string& lines) { result_.error += lines; }

  void add_file(const std::string& file) {
    const std::string start = first_bytes(file);
    if (start.starts_with("\x7f"
                          "ELF")) {
      compile_pending();
      add_elf(file);
    } else if (start.starts_with("!<arch>")) {
      add_archive(file);
    } else if (start.starts_with("!<thin>")) {
      fail(fmt::format("{}: error: is a thin archive, which holds no objects\n", file));
    } else {
      pending_.push_back(file);
    }
  }

  // Sources that follow each other are compiled together, two at once; those with flags of their own one by one.
  void compile_pending() {
    if (build_directory_.empty()) {
      if (!pending_.empty()) compile_files(pending_, flags_);
    } else {
      for (const std::string& file : pending_) {
        std::optional<std::vector<std::string>> flags = database_.flags_of(file);
        if (!flags) {
          fail(fmt::format("{}: error: is not in {}/compile_commands.json\n", file, build_directory_));
          continue;
        }
        flags->insert(flags->end(), flags_.begin(), flags_.end());
        compile_files({file}, *flags);
      }
    }
    pending_.clear();
  }

  void compile_files(const std::vector<std::string>& files, const std::vector<std::string>& flags,
                     bool headers_apart = true) {
    CompileRequest request;
    request.files = files;
    request.flags = flags;
    request.cache_directory = request_.cache_directory;
    request.extra = request_.extra;
    request.color = request_.color;
    request.headers_apart = headers_apart;
    CompileResult compiled = compile(request);
    result_.warnings += compiled.warnings;
    if (compiled.error) fail(compiled.error->message);
    for (Bitcode& unit : compiled.units) result_.units.push_back(std::move(unit));
  }

  void add_units(std::vector<EmbeddedUnit> units) {
    std::error_code ignored;
    const std::string here = fs::current_path(ignored).string();
    for (EmbeddedUnit& unit : units) {
      const bool known = unit.source[0] == '/' || unit.directory == here;
      const std::string name = known ? unit.source : unit.directory + "/" + unit.source;
      if (!unit.problem.empty()) {
        fail(fmt::format("{}: error: was compiled without bitcode: {}\n", name, unit.problem));
      } else if (const auto wrong = what_is_wrong_with_ir(name, unit.bitcode)) {
        fail(*wrong);
      } else {
        result_.units.push_back({name, std::move(unit.bitcode)});
      }
    }
  }

  void add_elf(const std::string& file) {
    const std::optional<std::string> bytes = read_file(file);
    if (!bytes) return fail(fmt::format("{}: error: cannot be read\n", file));
    ElfContents elf = read_elf(file, *bytes);
    if (!elf.error.empty()) return fail(fmt::format("{}: error: {}\n", file, elf.error));
    if (elf.units.empty()) return fail(without_value(file));
    add_units(std::move(elf.units));
    for (const std::string& name : elf.needed)
      if (!is_builtin_soname(name)) add_needed(name, elf.search);
  }

  // A shared library that an executable was linked with. One of ours takes part in the check.
  void add_needed(const std::string& name, std::vector<std::string> search) {
    if (!seen_.insert(name).second) return;
    const char* variable = std::getenv("LD_LIBRARY_PATH");
    std::string_view rest = variable != nullptr ? variable : "";
    while (!rest.empty()) {
      const std::size_t colon = std::min(rest.find(':'), rest.size());
      search.emplace_back(rest.substr(0, colon));
      rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    search.insert(search.end(), kDirectories.begin(), kDirectories.end());
    for (const std::string& directory : search)
      if (const std::string path = directory + "/" + name; exists(path)) return add_shared(path);
    result_.shared_libraries.push_back(name);  // the loader may know more places
  }

  void add_shared(const std::string& path) {
    const std::optional<std::string> bytes = read_file(path);
    if (!bytes) return fail(fmt::format("{}: error: cannot be read\n", path));
    ElfContents elf = read_elf(path, *bytes);
    if (!elf.error.empty()) return fail(fmt::format("{}: error: {}\n", path, elf.error));
    if (elf.units.empty()) {
      result_.shared_libraries.push_back(path);
      return;
    }
    add_units(std::move(elf.units));
    for (const std::string& name : elf.needed)
      if (!is_builtin_soname(name)) add_needed(name, elf.search);
  }

  void add_library(const std::string& name) {
    if (std::find(kBuiltIn.begin(), kBuiltIn.end(), name) != kBuiltIn.end()) return;
    std::vector<std::string> search = directories_;
    search.insert(search.end(), kDirectories.begin(), kDirectories.end());
    for (const std::string& directory : search) {
      const bool exact = name[0] == ':';
      const std::string shared = exact ? directory + "/" + name.substr(1) : fmt::format("{}/lib{}.so", directory, name);
      const std::string archive = fmt::format("{}/lib{}.a", directory, name);
      if (exact ? exists(shared) && shared.ends_with(".a") : !exists(shared) && exists(archive))
        return add_archive(exact ? shared : archive);
      if (exists(shared)) return add_shared(shared);
    }
    fail(fmt::format("heddle: error: -l{}: there is no such library{}\n", name,
                     directories_.empty() ? "; -L names further directories" : ""));
  }

  void add_archive(const std::string& file) {
    const std::optional<std::string> bytes = read_file(file);
    if (!bytes) return fail(fmt::format("{}: error: cannot be read\n", file));
    ArchiveContents archive = read_archive(file, *bytes);
    if (!archive.error.empty()) return fail(fmt::format("{}: error: {}\n", file, archive.error));
    const bool ours = std::any_of(archive.members.begin(), archive.members.end(),
                                  [](const ArchiveMember& member) { return !member.units.empty(); });
    if (!ours) {
      // Of GoogleTest's own the sources are taken, if they are there.
      std::string wrong = without_value(file);
      if (advice_about_library(file).empty()) fail(wrong);
      compiled_only_ += wrong;
      return;
    }
    for (ArchiveMember& member : archive.members) members_.push_back(std::move(member));
  }

  // Names of the units that are linked already.
  void note_symbols(const Bitcode& unit) {
    llvm::LLVMContext context;
    DiagnosticCollector diagnostics(context);
    const ReadModule read = read_module(context, unit.file, unit.bytes, diagnostics);
    if (!read.module) return;  // the linker will say what is wrong
    for (const llvm::GlobalValue& value : read.module->global_values()) {
      if (value.hasLocalLinkage() || value.getName().starts_with("llvm.")) continue;
      (value.isDeclarationForLinker() ? missing_ : defined_).insert(value.getName().str());
    }
  }

  bool is_needed(const ArchiveMember& member) const {
    return std::any_of(member.defines.begin(), member.defines.end(),
                       [&](const std::string& name) { return missing_.contains(name) && !defined_.contains(name); });
  }

  void take_members() {
    if (members_.empty()) return;
    for (const Bitcode& unit : result_.units) note_symbols(unit);
    if (!defined_.contains("main")) missing_.insert("main");
    for (bool changed = true; changed;) {
      changed = false;
      for (ArchiveMember& member : members_) {
        if (member.units.empty() || !is_needed(member)) continue;
        defined_.insert(member.defines.begin(), member.defines.end());
        missing_.insert(member.undefined.begin(), member.undefined.end());
        add_units(std::move(member.units));
        member.units.clear();
        changed = true;
      }
    }
  }

  void add_google_test() {
    const GoogleTestSources sources = missing_google_test(result_.units);
    if (!sources.needed) return;
    if (sources.files.empty()) return fail(compiled_only_);
    std::vector<std::string> flags = flags_;
    flags.insert(flags.end(), sources.flags.begin(), sources.flags.end());
    compile_files(sources.files, flags, /*headers_apart=*/false);
  }

  const GatherRequest& request_;
  GatherResult result_;
  std::string compiled_only_;  // what is wrong with libraries of GoogleTest that hold no bitcode
  CompileDatabase database_;
  std::string build_directory_;
  std::vector<std::string> flags_, libraries_, directories_;
  std::vector<std::string> pending_;  // files to compile
  std::vector<ArchiveMember> members_;
  std::set<std::string> seen_, defined_, missing_;
};

}  // namespace

GatherResult gather(const GatherRequest& request) { return Gatherer(request).run(); }

}  // namespace heddle
