// The second layer of interception: definitions in the executable that take the place of libc's for everyone in the
// process. While the program runs, and libstdc++.so calls them on its behalf, they serve the program (its heap, its
// captured output); for the tool itself, and for what libc and the unwinder keep for themselves, they are the originals.
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/uio.h>
#include <unistd.h>

#include "machine/models.h"
#include "machine/runtime.h"

using namespace heddle;

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

std::size_t rt_fwrite(const void*, std::size_t, std::size_t, FILE*);
int rt_fputc(int, FILE*);
int rt_fputs(const char*, FILE*);
int rt_fflush(FILE*);
int rt_fgetc(FILE*);
int rt_ungetc(int, FILE*);
std::size_t rt_fread(void*, std::size_t, std::size_t, FILE*);
ssize_t rt_read(int, void*, std::size_t);
ssize_t rt_write(int, const void*, std::size_t);
}

namespace {

// Called from program code or from libstdc++ on its behalf.
bool for_program(const void* caller) {
  if (!in_program || called_by_hidden_library(caller)) return false;
  no_program_entry();
  return true;
}

template <class F>
F original(F, const char* name) {
  return reinterpret_cast<F>(dlsym(RTLD_NEXT, name));
}
#define HEDDLE_ORIGINAL(function)                                 \
  static const auto real = original(&::function, #function)

// The program may get it from an unmodelled function, and is then to free it.
void* kept_by_library(void* p) {
  if (!p || !in_program || !engine) return p;
  ToolScope tool;
  engine->library_blocks.insert_or_assign(p, engine->external_call);
  return p;
}

bool of_program(const void* p) { return in_heap(reinterpret_cast<Address>(p)); }

}  // namespace

extern "C" {

__attribute__((visibility("default"))) void* malloc(std::size_t n) {
  if (!for_program(__builtin_return_address(0))) return kept_by_library(__libc_malloc(n));
  ToolScope tool;
  return program_allocate(n, 16, SiteId(0), Allocator::Unknown);
}
__attribute__((visibility("default"))) void free(void* p) {
  if (!of_program(p)) return __libc_free(p);
  ToolScope tool;
  program_free(p, SiteId(0));
}
__attribute__((visibility("default"))) void* calloc(std::size_t n, std::size_t size) {
  if (!for_program(__builtin_return_address(0))) return kept_by_library(__libc_calloc(n, size));
  ToolScope tool;
  std::size_t total;
  if (__builtin_mul_overflow(n, size, &total)) return errno = ENOMEM, nullptr;
  return program_allocate_zeroed(total, SiteId(0), Allocator::Unknown);
}
__attribute__((visibility("default"))) void* realloc(void* p, std::size_t n) {
  if (!of_program(p) && (p || !for_program(__builtin_return_address(0)))) return kept_by_library(__libc_realloc(p, n));
  ToolScope tool;
  return program_resize(p, n, SiteId(0), Allocator::Unknown);
}
__attribute__((visibility("default"))) void* memalign(std::size_t align, std::size_t n) {
  if (!for_program(__builtin_return_address(0))) return kept_by_library(__libc_memalign(align, n));
  ToolScope tool;
  return program_allocate(n, align, SiteId(0), Allocator::Unknown);
}
__attribute__((visibility("default"))) void* aligned_alloc(std::size_t align, std::size_t n) {
  if (!for_program(__builtin_return_address(0))) return kept_by_library(__libc_memalign(align, n));
  ToolScope tool;
  return program_allocate(n, align, SiteId(0), Allocator::Unknown);
}
__attribute__((visibility("default"))) int posix_memalign(void** out, std::size_t align, std::size_t n) {
  if (!for_program(__builtin_return_address(0))) {
    *out = kept_by_library(__libc_memalign(align, n));
    return *out ? 0 : ENOMEM;
  }
  ToolScope tool;
  *out = program_allocate(n, align, SiteId(0), Allocator::Unknown);
  return *out ? 0 : ENOMEM;
}

// ---- the standard streams of libstdc++ write through these ----
__attribute__((visibility("default"))) std::size_t fwrite(const void* p, std::size_t size, std::size_t n, FILE* f) {
  if (for_program(__builtin_return_address(0))) return rt_fwrite(p, size, n, f);
  HEDDLE_ORIGINAL(fwrite);
  return real(p, size, n, f);
}
__attribute__((visibility("default"))) int putc(int c, FILE* f) {
  if (for_program(__builtin_return_address(0))) return rt_fputc(c, f);
  HEDDLE_ORIGINAL(putc);
  return real(c, f);
}
__attribute__((visibility("default"))) int fputc(int c, FILE* f) {
  if (for_program(__builtin_return_address(0))) return rt_fputc(c, f);
  HEDDLE_ORIGINAL(fputc);
  return real(c, f);
}
__attribute__((visibility("default"))) int fputs(const char* s, FILE* f) {
  if (for_program(__builtin_return_address(0))) return rt_fputs(s, f);
  HEDDLE_ORIGINAL(fputs);
  return real(s, f);
}
__attribute__((visibility("default"))) int fflush(FILE* f) {
  if (for_program(__builtin_return_address(0))) return rt_fflush(f);
  HEDDLE_ORIGINAL(fflush);
  return real(f);
}
__attribute__((visibility("default"))) int getc(FILE* f) {
  if (for_program(__builtin_return_address(0))) return rt_fgetc(f);
  HEDDLE_ORIGINAL(getc);
  return real(f);
}
__attribute__((visibility("default"))) int ungetc(int c, FILE* f) {
  if (for_program(__builtin_return_address(0))) return rt_ungetc(c, f);
  HEDDLE_ORIGINAL(ungetc);
  return real(c, f);
}
__attribute__((visibility("default"))) std::size_t fread(void* p, std::size_t size, std::size_t n, FILE* f) {
  if (for_program(__builtin_return_address(0))) return rt_fread(p, size, n, f);
  HEDDLE_ORIGINAL(fread);
  return real(p, size, n, f);
}
__attribute__((visibility("default"))) ssize_t read(int fd, void* p, std::size_t n) {
  if (for_program(__builtin_return_address(0))) return rt_read(fd, p, n);
  HEDDLE_ORIGINAL(read);
  return real(fd, p, n);
}
__attribute__((visibility("default"))) ssize_t write(int fd, const void* p, std::size_t n) {
  if (for_program(__builtin_return_address(0))) return rt_write(fd, p, n);
  HEDDLE_ORIGINAL(write);
  return real(fd, p, n);
}
__attribute__((visibility("default"))) ssize_t writev(int fd, const iovec* pieces, int count) {
  if (for_program(__builtin_return_address(0))) {
    ssize_t total = 0;
    for (int i = 0; i < count; i++) total += rt_write(fd, pieces[i].iov_base, pieces[i].iov_len);
    return total;
  }
  HEDDLE_ORIGINAL(writev);
  return real(fd, pieces, count);
}
// A library that gives up on the program's behalf (pure virtual call, corrupted exception state).
__attribute__((visibility("default"))) void abort() noexcept {
  if (in_program && engine && engine->on_fiber) {
    in_program = false;
    engine->fail(Failure(BugKind::Assertion, engine->current, SiteId{}, 0, "abort() called"));
  }
  HEDDLE_ORIGINAL(abort);
  real();
  __builtin_unreachable();
}
}
