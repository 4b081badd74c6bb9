// From a request to bitcode, in three steps: sort the flags, look at every input before any compiler starts, then let
// two workers take one file after the other: from the cache, from disk (.bc, .ll), or from clang.
//
//   compile          read_inputs, then compile_unit for each on two threads, then gather
//   command_line     what clang is told, and why
//   note_on_standard why clang refused what a newer standard allows
//   compile_unit     cache, clang, cache
#include "frontend/compile.h"

#include <fmt/format.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string_view>
#include <thread>

#include "frontend/cache.h"
#include "frontend/clang_process.h"
#include "frontend/flags.h"
#include "frontend/ir_check.h"
#include "frontend/precompiled.h"
#include "support/files.h"

namespace heddle {
namespace {

constexpr unsigned kWorkers = 2;
constexpr std::string_view kBitcodeMagic = "BC\xC0\xDE";
constexpr std::string_view kWrapperMagic = "\xDE\xC0\x17\x0B";  // bitcode behind a header of its own

struct Input {
  std::string file;
  Language language = Language::C;
};

struct UnitResult {
  std::string bytes = {};
  std::string warnings = {};
  std::string error = {};
  bool from_cache = false;
};

struct Job {
  const CompileRequest& request;
  const ParsedFlags& flags;
  std::vector<Input> inputs;
  std::vector<Language> languages;  // of all inputs that clang compiles
  BitcodeCache cache;
};

bool is_bitcode(std::string_view bytes) { return bytes.starts_with(kBitcodeMagic) || bytes.starts_with(kWrapperMagic); }

bool starts_as_bitcode(const std::string& file) {
  const std::optional<std::string> bytes = read_file(file);
  return bytes && is_bitcode(*bytes);
}

// Fills `language`; returns what is wrong with the file, or nothing.
std::string look_at(Input& input, const ParsedFlags& flags) {
  const std::string& file = input.file;
  if (file.empty()) return "heddle: error: the name of a source file is empty\n";
  struct stat status;
  if (stat(file.c_str(), &status) != 0) {
    if (errno == ENOENT) return fmt::format("{}: error: no such file\n", file);
    char text[256];
    return fmt::format("{}: error: cannot be read: {}\n", file, strerror_r(errno, text, sizeof text));
  }
  if (S_ISDIR(status.st_mode)) return fmt::format("{}: error: is a directory, not a source file\n", file);
  if (!S_ISREG(status.st_mode)) return fmt::format("{}: error: is not a regular file\n", file);
  if (access(file.c_str(), R_OK) != 0) return fmt::format("{}: error: cannot be read: permission denied\n", file);

  std::optional<Language> language = language_of_suffix(file);
  if (flags.language && language != Language::Ir) language = flags.language;
  if (!language && starts_as_bitcode(file)) language = Language::Ir;
  if (!language)
    return fmt::format("{}: error: unknown kind of file: not C, C++, LLVM bitcode (.bc) or LLVM IR (.ll)\n", file);
  input.language = *language;
  return {};
}

bool is_executable(const std::string& path) { return access(path.c_str(), X_OK) == 0; }

// Empty: there is no such compiler. Debian's own directory goes before PATH, where a wrapper may hide the compiler
// whose version the cache has to know.
std::string find_compiler(const CompileRequest& request, bool cxx) {
  const std::string name = cxx ? "clang++" : "clang";
  if (!request.compiler_directory.empty()) {
    const std::string path = request.compiler_directory + "/" + name;
    return is_executable(path) ? path : "";
  }
  if (const std::string path = "/usr/lib/llvm-19/bin/" + name; is_executable(path)) return path;
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable != nullptr ? variable : "";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string path = fmt::format("{}/{}-19", rest.substr(0, colon), name);
    if (colon > 0 && is_executable(path)) return path;
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return {};
}

// What -std= says, or nothing.
std::string standard_in(const std::vector<std::string>& flags, Language language) {
  std::string standard;
  for (const std::string& flag : flags) {
    for (const std::string_view name : {"-std=", "--std="})
      if (flag.starts_with(name)) standard = flag.substr(name.size());
    if (flag == "-ansi") standard = is_cxx(language) ? "c++98" : "c90";
  }
  return standard;
}

// What -std= says, or clang's default.
std::string standard_of(const std::vector<std::string>& flags, Language language) {
  const std::string named = standard_in(flags, language);
  if (!named.empty()) return named;
  return is_cxx(language) ? "gnu++17" : "gnu17";
}

// What C before C99 allowed, and other compilers take with a warning. The user's own flags come later.
constexpr const char* kOldC[] = {"-Wno-error=implicit-int", "-Wno-error=implicit-function-declaration",
                                 "-Wno-error=int-conversion", "-Wno-error=incompatible-function-pointer-types",
                                 "-Wno-error=return-mismatch"};

// All words but the file. The user's flags first, ours after: of two that contradict each other clang obeys the last.
std::vector<std::string> command_line(const Job& job, const Input& input, const std::string& compiler) {
  std::vector<std::string> words = {compiler, "--no-default-config", "-fno-crash-diagnostics",
                                    job.request.color ? "-fcolor-diagnostics" : "-fno-color-diagnostics"};
  // pthread_cleanup_push in C then works by unwinding, as in C++, and not by setjmp.
  if (!is_cxx(input.language) && input.language != Language::Ir) {
    words.push_back("-fexceptions");
    words.insert(words.end(), std::begin(kOldC), std::end(kOldC));
  }
  const std::vector<std::string> user = flags_for(job.flags, input.language, job.languages);
  words.insert(words.end(), user.begin(), user.end());
  words.insert(words.end(), job.request.extra.begin(), job.request.extra.end());
  static const char* const kOurs[] = {
      // The front end of -O1 marks lifetimes; none of the passes of -O1 may run before the accesses are hooked.
      "-O1", "-Xclang", "-disable-llvm-passes",
      // Has libstdc++ use plain atomics, as for ThreadSanitizer. (The flag of that itself would make programs take
      // their
      // ways around it; that later passes invent no accesses is said in instrument/prepare.cpp.)
      "-D_GLIBCXX_TSAN=1",
      // What is undefined keeps its meaning until it is hooked: instrument/promises.cpp and traps.cpp forget the rest.
      "-fsanitize=return", "-fsanitize-trap=return",
      // glibc's inline versions of its functions would show us their insides instead of calls.
      "-D__NO_INLINE__", "-U_FORTIFY_SOURCE", "-D__HEDDLE__=1", "-g", "-fPIC", "-emit-llvm", "-c",
      // The list of headers goes to the third file of run_process.
      "-MD", "-MT", "unit", "-MF", "/dev/fd/3", "-o", "-"};
  words.insert(words.end(), std::begin(kOurs), std::end(kOurs));
  // These would install handlers for the signals of a crash, which are refused here: crashes are ours to report.
  for (const std::string macro : {"CATCH_CONFIG_NO_POSIX_SIGNALS", "DOCTEST_CONFIG_NO_POSIX_SIGNALS"}) {
    const auto tells = [&](const std::string& word) { return word.find(macro) != std::string::npos; };
    if (std::none_of(words.begin(), words.end(), tells)) words.push_back("-D" + macro + "=");
  }
  // The rules of atomics depend on the standard: each unit says which it was written for (instrument/atomic_hooks.cpp).
  words.insert(words.end(), {"-Xclang", "-dwarf-debug-flags", "-Xclang", "std=" + standard_of(user, input.language)});
  words.insert(words.end(), {"-x", name_of(input.language)});
  return words;
}

std::vector<std::string> with_file(std::vector<std::string> words, const std::string& file) {
  // clang would take @name as a file of arguments, and -name as a flag.
  const bool special = file[0] == '-' || file[0] == '@';
  words.push_back(special ? "./" + file : file);
  return words;
}

// Directories that clang takes from the environment.
void add_environment(std::vector<std::string>& directories) {
  for (const char* name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}) {
    const char* value = std::getenv(name);
    std::string_view rest = value != nullptr ? value : "";
    while (!rest.empty()) {
      const std::size_t colon = std::min(rest.find(':'), rest.size());
      directories.emplace_back(rest.substr(0, colon));
      rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
  }
}

std::optional<Dependencies> dependencies_of(const Job& job, std::string_view rule, timespec started) {
  std::vector<std::string> search = job.flags.search;
  const ParsedFlags extra = parse_flags(job.request.extra);
  search.insert(search.end(), extra.search.begin(), extra.search.end());
  add_environment(search);
  return record_dependencies(rule, search, job.flags.preloaded, started);
}

UnitResult run_clang(const Input& input, const std::vector<std::string>& words, std::string& rule,
                     std::string_view precompiled = {}) {
  UnitResult unit;
  ProcessResult process = run_process(words, {.fourth = precompiled});
  if (!process.started) {
    unit.error = fmt::format("{}: error: the compiler {} cannot be started\n", input.file, words[0]);
  } else if (process.signal != 0) {
    unit.error =
        fmt::format("{}{}: error: the compiler crashed (signal {})\n", process.err, input.file, process.signal);
  } else if (process.exit_status != 0) {
    unit.error = process.err.empty() ? fmt::format("{}: error: the compiler failed without a message\n", input.file)
                                     : std::move(process.err);
  } else if (!process.out.starts_with(kBitcodeMagic)) {
    unit.error =
        fmt::format("{}{}: error: the compiler wrote no bitcode; one of the flags must have kept it from that\n",
                    process.err, input.file);
  } else {
    unit.bytes = std::move(process.out);
    unit.warnings = std::move(process.err);
    rule = std::move(process.third);
  }
  return unit;
}

UnitResult read_ir(const Input& input) {
  UnitResult unit;
  std::optional<std::string> bytes = read_file(input.file);
  if (!bytes) {
    unit.error = fmt::format("{}: error: cannot be read\n", input.file);
  } else if (input.file.ends_with(".bc") && !is_bitcode(*bytes)) {
    unit.error = fmt::format("{}: error: is not LLVM bitcode\n", input.file);
  } else if (std::optional<std::string> wrong = what_is_wrong_with_ir(input.file, *bytes)) {
    unit.error = std::move(*wrong);
  } else {
    unit.bytes = std::move(*bytes);
  }
  return unit;
}

// The framework's header with which a file begins, if the rest of it can have the header from elsewhere. Does not
// depend on whether there is a cache: a file has one bitcode.
std::optional<std::string> leading_framework(const Job& job, const Input& input) {
  if (input.language != Language::Cxx || !job.request.headers_apart) return std::nullopt;
  if (!job.flags.preloaded.empty() || !job.flags.cacheable) return std::nullopt;
  const std::optional<std::string> source = read_file(input.file);
  const std::optional<LeadingHeader> header = source ? framework_header(*source) : std::nullopt;
  if (!header) return std::nullopt;
  const std::filesystem::path beside = std::filesystem::path(input.file).parent_path() / header->name;
  std::error_code ignored;
  if (header->quoted && (job.flags.quotes || std::filesystem::exists(beside, ignored))) return std::nullopt;
  return header->name;
}

// If clang has anything to say, it says it about the source as it is: then the header is read as any other.
UnitResult compile_with_header(const Job& job, const Input& input, const std::vector<std::string>& words,
                               const std::string& header, timespec started, std::string& rule) {
  static std::mutex one_at_a_time;  // two files would make the same
  std::string precompiled;
  {
    const std::lock_guard guard(one_at_a_time);
    precompiled = PrecompiledHeaders(job.request.cache_directory).get(words, header, [&](std::string_view headers) {
      return dependencies_of(job, headers, started);
    });
  }
  if (!precompiled.empty()) {
    std::vector<std::string> shorter = words;
    shorter.insert(shorter.end() - 2, {"-include-pch", "/dev/fd/4"});
    UnitResult unit = run_clang(input, with_file(std::move(shorter), input.file), rule, precompiled);
    if (unit.error.empty() && unit.warnings.empty()) return unit;
  }
  return run_clang(input, with_file(words, input.file), rule);
}

// The most frequent reason why a C++ source does not compile at the first try: it is newer than clang's default. The
// compiler itself is asked, so that the note is true.
std::string note_on_standard(const Job& job, const Input& input, std::vector<std::string> words) {
  if (!is_cxx(input.language)) return {};
  if (!standard_in(flags_for(job.flags, input.language, job.languages), input.language).empty()) return {};
  constexpr const char* kNewer = "-std=c++20";
  words.insert(words.begin() + 1, {kNewer, "-fsyntax-only"});
  const ProcessResult tried = run_process(with_file(std::move(words), input.file));
  if (!tried.started || tried.signal != 0 || tried.exit_status != 0) return {};
  return fmt::format("{}: note: this file compiles with {}; without -std= clang takes it for C++17\n", input.file,
                     kNewer);
}

UnitResult compile_unit(const Job& job, const Input& input) {
  const std::string compiler = find_compiler(job.request, is_cxx(input.language));
  if (compiler.empty()) {
    return {.error = fmt::format("{}: error: the compiler {} is not installed (Debian package clang-19)\n", input.file,
                                 is_cxx(input.language) ? "clang++-19" : "clang-19")};
  }
  const std::vector<std::string> words = command_line(job, input, compiler);
  const bool cached = !job.request.cache_directory.empty() && job.flags.cacheable;
  const std::string key = cached ? cache_key(with_file(words, input.file)) : "";
  if (cached) {
    if (std::optional<CachedUnit> found = job.cache.load(key))
      return {.bytes = std::move(found->bitcode), .warnings = std::move(found->warnings), .from_cache = true};
  }
  timespec started;
  clock_gettime(CLOCK_REALTIME_COARSE, &started);  // the clock of file times
  std::string rule;
  const std::optional<std::string> header = leading_framework(job, input);
  UnitResult unit = header ? compile_with_header(job, input, words, *header, started, rule)
                           : run_clang(input, with_file(words, input.file), rule);
  if (!unit.error.empty()) unit.error += note_on_standard(job, input, words);
  if (!cached || !unit.error.empty()) return unit;
  if (const auto dependencies = dependencies_of(job, rule, started))
    job.cache.store(key, {unit.bytes, unit.warnings}, *dependencies);
  return unit;
}

std::vector<UnitResult> compile_all(const Job& job) {
  std::vector<UnitResult> results(job.inputs.size());
  // Before any thread exists: reading foreign bitcode forks.
  for (std::size_t i = 0; i < job.inputs.size(); ++i)
    if (job.inputs[i].language == Language::Ir) results[i] = read_ir(job.inputs[i]);
  std::atomic<std::size_t> next = 0;
  auto work = [&] {
    for (std::size_t i = next++; i < job.inputs.size(); i = next++)
      if (job.inputs[i].language != Language::Ir) results[i] = compile_unit(job, job.inputs[i]);
  };
  if (job.languages.size() < 2) return work(), results;
  std::vector<std::thread> workers;
  for (unsigned i = 0; i < kWorkers; ++i) workers.emplace_back(work);
  for (std::thread& worker : workers) worker.join();
  return results;
}

}  // namespace

std::string compiler_path(bool cxx) { return find_compiler({}, cxx); }

CompileResult compile(const CompileRequest& request) {
  CompileResult result;
  const ParsedFlags flags = parse_flags(request.flags);
  std::string wrong = flags.error.value_or("");
  if (wrong.empty() && request.files.empty()) wrong = "heddle: error: no source file\n";
  Job job{request, flags, {}, {}, BitcodeCache(request.cache_directory)};
  for (const std::string& file : request.files) {
    Input input{file};
    wrong += look_at(input, flags);
    if (input.language != Language::Ir) job.languages.push_back(input.language);
    job.inputs.push_back(std::move(input));
  }
  if (!wrong.empty()) return result.error = CompileError{wrong}, result;

  std::vector<UnitResult> units = compile_all(job);
  for (std::size_t i = 0; i < units.size(); ++i) {
    wrong += units[i].error;
    result.warnings += units[i].warnings;
    result.cache_hits += units[i].from_cache;
    result.units.push_back({job.inputs[i].file, std::move(units[i].bytes)});
  }
  if (!wrong.empty()) {
    result.units.clear();
    result.error = CompileError{wrong};
  }
  return result;
}

}  // namespace heddle
