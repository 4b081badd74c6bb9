// malloc and its relatives, operator new and delete.
#include <errno.h>

#include <new>

#include "machine/models.h"

using namespace heddle;

namespace heddle {

void* program_allocate(std::size_t size, std::size_t align, SiteId site) {
  note_effect(engine->spin_round(engine->current));
  engine->assume(Assumption::Allocation);
  void* p = engine->heap.allocate(engine->current, size, align, site);
  if (!p)
    engine->refuse("the program allocates " + std::to_string(size) + " bytes: more than a thread's heap of " +
                   std::to_string(kHeapStride >> 20) + " MB can give");
  if (std::size_t limit = engine->heap_limit(); limit && engine->heap.used(engine->current) > limit)
    engine->refuse("the program's heap exceeds the memory limit (--memory)");
  if (engine->detector) engine->detector->fresh(reinterpret_cast<Address>(p), size);
  if (engine->recorder) engine->record_allocation(p);
  return p;
}

void program_free(void* p, SiteId site) {
  if (!p) return;
  note_effect(engine->spin_round(engine->current));
  BlockHeader* block = engine->heap.block_at(p);
  if (!block || block->state == BlockHeader::kFreed) {
    Failure failure;
    failure.kind = BugKind::Memory;
    failure.thread = engine->current;
    failure.site = site;
    failure.address = reinterpret_cast<Address>(p);
    failure.detail = block ? "double free" : "free of a pointer that malloc did not return";
    engine->report(std::move(failure));
    return;
  }
  const std::uint64_t size = block->size;
  engine->storage_ends(reinterpret_cast<Address>(p), size, site);
  engine->heap.release(engine->current, p);
  // Later accesses are judged by the heap, not as races with the free.
  if (engine->detector) engine->detector->fresh(reinterpret_cast<Address>(p), size);
}

}  // namespace heddle

namespace {

void* resize(void* p, std::size_t size, SiteId site) {
  if (!p) return program_allocate(size, 16, site);
  BlockHeader* block = engine->heap.block_at(p);
  if (!block || block->state == BlockHeader::kFreed) return program_free(p, site), nullptr;
  void* q = program_allocate(size, 16, site);
  const std::size_t common = std::min<std::size_t>(block->size, size);
  reads(p, common, site);
  std::memcpy(q, p, common);
  program_free(p, site);
  return q;
}

}  // namespace

extern "C" {

void* rt_malloc(std::size_t n) {
  Call call;
  return program_allocate(n, 16, call.site());
}
void* rt_calloc(std::size_t n, std::size_t size) {
  Call call;
  std::size_t total;
  if (__builtin_mul_overflow(n, size, &total)) return errno = ENOMEM, nullptr;
  void* p = program_allocate(total, 16, call.site());
  std::memset(p, 0, total);
  return p;
}
void* rt_realloc(void* p, std::size_t n) {
  Call call;
  return resize(p, n, call.site());
}
void* rt_reallocarray(void* p, std::size_t n, std::size_t size) {
  Call call;
  std::size_t total;
  if (__builtin_mul_overflow(n, size, &total)) return errno = ENOMEM, nullptr;
  return resize(p, total, call.site());
}
void rt_free(void* p) {
  Call call;
  program_free(p, call.site());
}
void* rt_aligned_alloc(std::size_t align, std::size_t n) {
  Call call;
  if (align == 0 || (align & (align - 1))) return errno = EINVAL, nullptr;
  return program_allocate(n, align, call.site());
}
int rt_posix_memalign(void** out, std::size_t align, std::size_t n) {
  Call call;
  if (align < sizeof(void*) || (align & (align - 1))) return EINVAL;
  writes(out, sizeof *out, call.site());
  *out = program_allocate(n, align, call.site());
  return 0;
}
std::size_t rt_malloc_usable_size(void* p) {
  Call call;
  BlockHeader* block = p ? engine->heap.block_at(p) : nullptr;
  return block ? block->size : 0;
}
char* rt_strdup(const char* s) {
  Call call;
  const std::size_t n = std::strlen(s) + 1;
  reads(s, n, call.site());
  char* p = static_cast<char*>(program_allocate(n, 16, call.site()));
  std::memcpy(p, s, n);
  return p;
}
char* rt_strndup(const char* s, std::size_t most) {
  Call call;
  const std::size_t n = strnlen(s, most);
  reads(s, n < most ? n + 1 : n, call.site());
  char* p = static_cast<char*>(program_allocate(n + 1, 16, call.site()));
  std::memcpy(p, s, n);
  p[n] = 0;
  return p;
}

void* rt_new(std::size_t n) {
  Call call;
  return program_allocate(n ? n : 1, 16, call.site());
}
void* rt_new_nothrow(std::size_t n, const std::nothrow_t&) { return rt_new(n); }
void* rt_new_aligned(std::size_t n, std::size_t align) {
  Call call;
  return program_allocate(n ? n : 1, align, call.site());
}
void* rt_new_aligned_nothrow(std::size_t n, std::size_t align, const std::nothrow_t&) { return rt_new_aligned(n, align); }
void rt_delete(void* p) {
  Call call;
  program_free(p, call.site());
}
void rt_delete_sized(void* p, std::size_t) { rt_delete(p); }
void rt_delete_sized_aligned(void* p, std::size_t, std::size_t) { rt_delete(p); }
}
