// heddle cc, heddle c++: clang does the work, with the user's words. Beside that, each source file is compiled a second
// time, to bitcode as a check wants it, and the bitcode goes into a section of the object file (frontend/embedded.h).
// Both compilations run at the same time. Where clang makes no object (-E, -S, --version, linking alone) it is started
// in place of this process.
//
//   run_wrapper          decides which of the three it is
//   compile_only         -c: clang as it was called, then the sections
//   compile_and_link     each source to an object in a temporary directory, then the link
#include <errno.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/commands.h"
#include "cli/prepare.h"
#include "frontend/compile.h"
#include "frontend/compiler_command.h"
#include "frontend/embedded.h"
#include "support/files.h"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using Kind = CommandWord::Kind;

std::vector<char*> argument_vector(const Words& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  return argv;
}

int become(const Words& words) {
  execv(words[0].c_str(), argument_vector(words).data());
  fmt::print(stderr, "heddle: error: {} cannot be started: {}\n", words[0], std::strerror(errno));
  return 1;
}

pid_t start(const Words& words) {
  pid_t child = -1;
  const int failed = posix_spawn(&child, words[0].c_str(), nullptr, nullptr, argument_vector(words).data(), environ);
  if (failed != 0) fmt::print(stderr, "heddle: error: {} cannot be started: {}\n", words[0], std::strerror(failed));
  return failed == 0 ? child : -1;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The bitcode of one source, or why there is none.
EmbeddedUnit make_unit(const CompilerCommand& command, const CommandSource& source) {
  EmbeddedUnit unit;
  unit.source = source.file;
  std::error_code ignored;
  unit.directory = fs::current_path(ignored).string();
  unit.problem = source.problem;
  if (!source.language) return unit;
  CompileRequest request;
  request.files = {source.file};
  request.flags = bitcode_flags(command, source);
  request.cache_directory = cache_directory();
  request.extra = header_flags();
  request.extra.push_back("-w");  // clang warns when it makes the object
  CompileResult compiled = compile(request);
  if (compiled.error)
    unit.problem = compiled.error->message.substr(0, compiled.error->message.find('\n'));
  else
    unit.bitcode = std::move(compiled.units[0].bytes);
  return unit;
}

// Writes in place, so that the file keeps its mode.
bool write_object(const std::string& path, const std::string& bytes) {
  std::FILE* file = std::fopen(path.c_str(), "r+b");
  if (file == nullptr) return false;
  const bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  return (std::fclose(file) == 0) && good;
}

// False: the object cannot be used. An output that is no file (/dev/null) keeps nothing.
bool embed(const std::string& path, const EmbeddedUnit& unit) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return true;
  std::optional<std::string> object = read_file(path);
  std::string problem = object ? append_section(*object, encode(unit)) : "cannot be read";
  if (problem.empty() && !write_object(path, *object)) problem = "cannot be written";
  if (!problem.empty()) fmt::print(stderr, "{}: error: {}\n", path, problem);
  if (problem.empty() && !unit.problem.empty())
    fmt::print(stderr, "{}: warning: heddle keeps no bitcode of it: {}\n", unit.source, unit.problem);
  return problem.empty();
}

std::string stem(const std::string& path) { return fs::path(path).filename().replace_extension().string(); }

int compile_only(const CompilerCommand& command, const Words& clang) {
  Words words = clang;
  for (const CommandWord& word : command.words) words.push_back(word.text);
  const pid_t child = start(words);
  if (child < 0) return 1;
  std::vector<EmbeddedUnit> units;
  for (const CommandSource& source : command.sources) units.push_back(make_unit(command, source));
  if (const int status = wait_for(child); status != 0) return status;
  bool good = true;
  for (std::size_t i = 0; i < units.size(); ++i)
    good &= embed(command.output.empty() ? stem(command.sources[i].file) + ".o" : command.output, units[i]);
  return good ? 0 : 1;
}

// A directory that is gone when we are.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    const char* place = std::getenv("TMPDIR");
    path = std::string(place != nullptr && place[0] != '\0' ? place : "/tmp") + "/heddle-XXXXXX";
    if (mkdtemp(path.data()) == nullptr) path.clear();
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    if (!path.empty()) fs::remove_all(path, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::string path;
};

// The words that turn one of several sources into an object.
Words object_words(const CompilerCommand& command, const CommandSource& source, const std::string& object) {
  Words words;
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    const CommandWord& word = command.words[i];
    const bool other_file = word.kind == Kind::Input || (word.kind == Kind::Source && i != source.word);
    if (!other_file && word.kind != Kind::Linking && word.kind != Kind::Output) words.push_back(word.text);
  }
  words.insert(words.end(), {"-c", "-o", object, "-Qunused-arguments"});
  if (!command.rules.empty()) {  // clang names the rules after the final output, not after a temporary file
    const std::string output = command.output.empty() ? source.file : command.output;
    words.insert(words.end(), {"-MF", fs::path(output).replace_extension(".d").string(), "-MT",
                               command.output.empty() ? stem(source.file) + ".o" : command.output});
  }
  return words;
}

Words link_words(const CompilerCommand& command, const Words& objects) {
  Words words;
  std::size_t source = 0;
  for (const CommandWord& word : command.words) {
    if (word.kind == Kind::Source)
      words.push_back(objects[source++]);
    else if (word.kind != Kind::Language && word.kind != Kind::Rules)
      words.push_back(word.text);
  }
  words.push_back("-Qunused-arguments");
  return words;
}

int compile_and_link(const CompilerCommand& command, const Words& clang) {
  const TemporaryDirectory directory;
  if (directory.path.empty()) return fmt::print(stderr, "heddle: error: no temporary directory can be made\n"), 1;
  Words objects;
  int failed = 0;
  for (const CommandSource& source : command.sources) {
    objects.push_back(fmt::format("{}/{}-{}.o", directory.path, objects.size(), stem(source.file)));
    Words words = clang;
    const Words rest = object_words(command, source, objects.back());
    words.insert(words.end(), rest.begin(), rest.end());
    const pid_t child = start(words);
    if (child < 0) return 1;
    const EmbeddedUnit unit = make_unit(command, source);
    if (const int status = wait_for(child); status != 0)
      failed = status;
    else if (!embed(objects.back(), unit))
      failed = 1;
  }
  if (failed != 0) return failed;
  Words words = {clang[0]};
  const Words rest = link_words(command, objects);
  words.insert(words.end(), rest.begin(), rest.end());
  const pid_t child = start(words);
  return child < 0 ? 1 : wait_for(child);
}

}  // namespace

int run_wrapper(const std::vector<std::string>& words, bool cxx) {
  const CompilerCommand command = read_command(words, cxx);
  std::string error = command.error;
  if (error.empty()) error = parse_flags(bitcode_flags(command, {})).error.value_or("");
  const std::string compiler = compiler_path(cxx);
  if (error.empty() && compiler.empty())
    error = "heddle: error: the compiler is not installed (Debian package clang-19)\n";
  if (!error.empty()) {
    std::fputs(error.c_str(), stderr);
    return 1;
  }
  Words clang = {compiler};
  if (!command.sources.empty()) {
    const Words header = header_flags();
    clang.insert(clang.end(), header.begin(), header.end());
  }
  if (!command.makes_objects) {
    clang.insert(clang.end(), words.begin(), words.end());
    return become(clang);
  }
  return command.links ? compile_and_link(command, clang) : compile_only(command, clang);
}

}  // namespace heddle::cli
