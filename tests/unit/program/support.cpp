#include "support.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>

#include "model/hooks.h"
#include "model/known_accesses.h"
#include "model/operation.h"

namespace heddle::test {

Seen seen;

namespace {

void read_hook() { seen.reads++; }
void write_hook(const void* p) {
  seen.writes++;
  seen.written.push_back(reinterpret_cast<Address>(p));
}

std::uint64_t fetch(const void* p, std::uint32_t width) {
  std::uint64_t value = 0;
  std::memcpy(&value, p, width);
  return value;
}

// Emulated TLS of a program with one thread.
struct Control {
  std::size_t size, align;
  void* index;
  const void* initial;
};
std::map<Control*, std::unique_ptr<char[]>> thread_locals;
void* emulated_tls(Control* control) {
  auto& block = thread_locals[control];
  if (!block) {
    block = std::make_unique<char[]>(control->size);
    if (control->initial) std::memcpy(block.get(), control->initial, control->size);
  }
  return block.get();
}

int ignore_atexit() { return 0; }
std::size_t our_strlen(const char* s) {
  seen.intercepted_lengths++;
  return std::strlen(s);
}
void* our_memcpy(void* to, const void* from, std::size_t n) {
  seen.intercepted_copies++;
  return std::memcpy(to, from, n);
}
void* our_memset(void* to, int byte, std::size_t n) {
  seen.intercepted_copies++;
  return std::memset(to, byte, n);
}
int our_memcmp(const void* a, const void* b, std::size_t n) {
  seen.intercepted_compares++;
  return std::memcmp(a, b, n);
}
[[gnu::noinline]] void probe() { seen.probes.push_back(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))); }

}  // namespace

void reset() {
  seen = Seen{};
  thread_locals.clear();
}

}  // namespace heddle::test

using heddle::test::seen;

std::uint32_t heddle_call_site;
std::uint32_t heddle_call_before, heddle_thrown_at;
std::uint8_t heddle_fill;
std::uint8_t heddle_watches_decisions;
extern "C" {
void heddle_decides(std::uint64_t) {}
#define ACCESS(n)                                                                \
  void heddle_read##n(const void*, std::uint32_t) { heddle::test::read_hook(); } \
  void heddle_write##n(const void* p, std::uint32_t) { heddle::test::write_hook(p); }
ACCESS(1)
ACCESS(2)
ACCESS(4)
void heddle_read8(const void*, std::uint32_t) { heddle::test::read_hook(); }
void heddle_write8(const void* p, std::uint32_t) {
  heddle::test::write_hook(p);
  seen.written_from.push_back(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
}
ACCESS(16)
#undef ACCESS
void heddle_new_read(const void*, std::uint64_t, std::uint32_t) { heddle::test::read_hook(); }
void heddle_new_write(const void* p, std::uint64_t size, std::uint32_t site) {
  size == 8 ? heddle_write8(p, site) : heddle::test::write_hook(p);
}
void heddle_read_range(const void*, std::uint64_t, std::uint32_t) { heddle::test::read_hook(); }
void heddle_write_range(const void* p, std::uint64_t, std::uint32_t) { heddle::test::write_hook(p); }
void heddle_memcpy(void* to, const void* from, std::uint64_t n, std::uint32_t) {
  seen.copies++;
  seen.written.push_back(reinterpret_cast<heddle::Address>(to));
  std::memcpy(to, from, n);
}
void heddle_memmove(void* to, const void* from, std::uint64_t n, std::uint32_t) {
  seen.copies++;
  std::memmove(to, from, n);
}
void heddle_memset(void* to, std::uint32_t byte, std::uint64_t n, std::uint32_t) {
  seen.copies++;
  std::memset(to, static_cast<int>(byte), n);
}
std::uint64_t heddle_atomic_load(const void* p, std::uint32_t width, std::uint32_t, std::uint32_t) {
  seen.atomics++;
  return heddle::test::fetch(p, width);
}
void heddle_atomic_store(void* p, std::uint64_t value, std::uint32_t width, std::uint32_t, std::uint32_t) {
  seen.atomics++;
  std::memcpy(p, &value, width);
}
std::uint64_t heddle_atomic_rmw(void* p, std::uint64_t operand, std::uint32_t width, std::uint32_t kind, std::uint32_t,
                                std::uint32_t) {
  seen.atomics++;
  const std::uint64_t old = heddle::test::fetch(p, width);
  std::uint64_t now = operand;
  if (kind == static_cast<std::uint32_t>(heddle::RmwKind::Add)) now = old + operand;
  if (kind == static_cast<std::uint32_t>(heddle::RmwKind::Sub)) now = old - operand;
  std::memcpy(p, &now, width);
  return old;
}
std::uint64_t heddle_atomic_cas(void* p, std::uint64_t expected, std::uint64_t desired, std::uint32_t width,
                                std::uint32_t, std::uint32_t) {
  seen.atomics++;
  const std::uint64_t old = heddle::test::fetch(p, width);
  if (old == expected) std::memcpy(p, &desired, width);
  return old;
}
void heddle_atomic_load16(const void*, void*, std::uint32_t, std::uint32_t) {}
void heddle_atomic_store16(void*, const void*, std::uint32_t, std::uint32_t) {}
void heddle_atomic_rmw16(void*, const void*, void*, std::uint32_t, std::uint32_t, std::uint32_t) {}
void heddle_atomic_cas16(void*, const void*, const void*, void*, std::uint32_t, std::uint32_t) {}
std::uint8_t heddle_guard_load(const void* p, std::uint32_t) { return *static_cast<const std::uint8_t*>(p); }
void heddle_fence(std::uint32_t, std::uint32_t) {}
void heddle_back_edge(std::uint32_t) {}
__attribute__((preserve_none)) void heddle_loop_head(std::uint32_t, std::uint32_t) {}
std::uint32_t heddle_loop_first;
std::uint64_t heddle_known_now = heddle::kNothingIsKnown;
heddle::FoundObject heddle_found_object;
void heddle_stack_begin(const void*, std::uint64_t, std::uint32_t) {}
void heddle_stack_end(const void*, std::uint64_t, std::uint32_t) {}
void heddle_parameter_begin(const void*, std::uint64_t, std::uint32_t) {}
void heddle_arguments_begin(const void*) {}
void heddle_read_leap(const void*, const void*, std::uint64_t, std::uint32_t) {}
void heddle_write_leap(const void*, const void*, std::uint64_t, std::uint32_t) {}
void heddle_read_outside(const void*, std::uint64_t, std::int64_t, std::uint64_t, std::uint32_t, std::uint32_t) {}
void heddle_write_outside(const void*, std::uint64_t, std::int64_t, std::uint64_t, std::uint32_t, std::uint32_t) {}
const void* heddle_indirect_call(const void* function) { return function; }
void heddle_external_call(std::uint32_t, std::uint32_t) {}
void heddle_external_pointer(const void*) {}
void heddle_undefined(const char*, std::uint32_t, std::uint32_t) { std::abort(); }
void heddle_uninitialised(std::uint32_t, std::uint32_t) {}
void heddle_refused(const char* what, std::uint32_t site) {
  seen.refused.emplace_back(what, site);
  std::fprintf(stderr, "refused: %s\n", what);
  if (seen.refusal_ends) std::abort();
}
}

namespace heddle::test {
namespace {

unsigned draw() { return 4; }
void ignore_notice() {}

// Hooks and a few of our own functions; every other modelled or intercepted name means the real function here.
const std::vector<RuntimeSymbol>& stubs() {
  static const std::vector<RuntimeSymbol> table = [] {
    mmap(reinterpret_cast<void*>(kKnownBase), kKnownLines * sizeof(KnownLine), PROT_READ,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
#define STUB(name, function) {name, reinterpret_cast<void*>(&function)},
#define HOOK(function) STUB(#function, function)
    std::vector<RuntimeSymbol> symbols = {
        HOOK(heddle_read1) HOOK(heddle_read2) HOOK(heddle_read4) HOOK(heddle_read8) HOOK(heddle_read16)
            HOOK(heddle_write1) HOOK(heddle_write2) HOOK(heddle_write4) HOOK(heddle_write8) HOOK(heddle_write16)
                HOOK(heddle_new_read) HOOK(heddle_new_write) HOOK(heddle_read_range) HOOK(heddle_write_range)
                    HOOK(heddle_memcpy) HOOK(heddle_memmove) HOOK(heddle_memset) HOOK(heddle_atomic_load) HOOK(
                        heddle_atomic_store) HOOK(heddle_atomic_rmw) HOOK(heddle_atomic_cas) HOOK(heddle_atomic_load16)
                        HOOK(heddle_atomic_store16) HOOK(heddle_atomic_rmw16) HOOK(heddle_atomic_cas16)
                            HOOK(heddle_guard_load) HOOK(heddle_fence) HOOK(heddle_back_edge) HOOK(heddle_loop_head)
                                HOOK(heddle_stack_begin) HOOK(heddle_stack_end) HOOK(heddle_parameter_begin)
                                    HOOK(heddle_arguments_begin) HOOK(heddle_read_outside) HOOK(heddle_indirect_call)
                                        HOOK(heddle_read_leap) HOOK(heddle_write_leap) HOOK(heddle_write_outside)
                                            HOOK(heddle_external_call) HOOK(heddle_external_pointer)
                                                STUB("heddle_returns", ignore_notice)
                                                    STUB("heddle_expectation", ignore_notice) HOOK(heddle_undefined)
                                                        HOOK(heddle_uninitialised) HOOK(heddle_refused)
                                                            HOOK(heddle_decides){"heddle_call_site", &heddle_call_site},
        {"heddle_call_before", &heddle_call_before},
        {"heddle_thrown_at", &heddle_thrown_at},
        {"heddle_fill", &heddle_fill},
        {"heddle_watches_decisions", &heddle_watches_decisions},
        {"heddle_loop_first", &heddle_loop_first},
        {"heddle_known_now", &heddle_known_now},
        {"heddle_found_object", &heddle_found_object},
        STUB("__emutls_get_address", emulated_tls) STUB("__cxa_atexit", ignore_atexit)
            STUB("__cxa_thread_atexit", ignore_atexit) STUB("strlen", our_strlen) STUB("memcpy", our_memcpy) STUB(
                "memset", our_memset) STUB("memcmp", our_memcmp) STUB("test_probe", probe) STUB("heddle_draw", draw)
                STUB("heddle_notices_processors", ignore_notice) STUB("heddle_count_references", ignore_notice)
                    STUB("heddle_notices_environment", ignore_notice)};
    void* libraries = dlopen("libstdc++.so.6", RTLD_LAZY);
    auto real = [&](std::string_view name) {
      for (const RuntimeSymbol& symbol : symbols)
        if (symbol.name == name) return;
      if (void* address = dlsym(libraries, std::string(name).c_str())) symbols.push_back({name, address});
    };
#define MODELLED(name, function, ...) real(name);
#define MODELLED_DATA(name, object) real(name);
#define INTERCEPTED(name, function) real(name);
#include "model/symbol_policy_modelled.def"
    return symbols;
  }();
  return table;
}

// Each call leaves the directory of the one before and removes it; the last goes at the end of the process.
void enter_empty_directory() {
  struct Directory {
    std::string path;
    void leave() {
      if (path.empty()) return;
      std::filesystem::current_path("/");
      std::filesystem::remove_all(path);
    }
    ~Directory() { leave(); }
  };
  static Directory current;
  current.leave();
  current.path = std::filesystem::temp_directory_path() / "heddle-program-XXXXXX";
  EXPECT_NE(mkdtemp(current.path.data()), nullptr);
  std::filesystem::current_path(current.path);
}

}  // namespace

std::vector<Bitcode> compile_sources(const std::vector<Source>& sources, const std::vector<std::string>& flags) {
  enter_empty_directory();
  CompileRequest request;
  request.flags = flags;
  for (const Source& source : sources) {
    std::FILE* file = std::fopen(source.file.c_str(), "w");
    std::fputs(source.text.c_str(), file);
    std::fclose(file);
    request.files.push_back(source.file);
  }
  CompileResult result = compile(request);
  EXPECT_FALSE(result.error) << result.error->message;
  return std::move(result.units);
}

LoadRequest request(std::vector<Bitcode> units) {
  LoadRequest request;
  request.units = std::move(units);
  request.runtime = stubs();
  return request;
}

LoadResult load(const std::vector<Source>& sources, const std::vector<std::string>& flags) {
  reset();
  return load_program(request(compile_sources(sources, flags)));
}

int run(const Image& image, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "program");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  char* environment[] = {nullptr};
  for (void (*constructor)() : image.constructors) constructor();
  return image.main(static_cast<int>(arguments.size()), argv.data(), environment);
}

}  // namespace heddle::test
