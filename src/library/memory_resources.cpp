// The resources of <memory_resource> without locks, and the default resource. Inside libstdc++.so their virtual
// functions would work on objects of the program where no hook sees it. The layouts are those of the header; what the
// functions do is what the standard says, and they ask the upstream resource for memory about as often as libstdc++'s.
#include <algorithm>
#include <atomic>
#include <memory_resource>
#include <new>
#include <utility>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

class NewDelete final : public memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override { return ::operator new(bytes, align_val_t(alignment)); }
  void do_deallocate(void* p, size_t bytes, size_t alignment) override {
    ::operator delete(p, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

class Nothing final : public memory_resource {
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }
};

// Destructors of other global variables may still use them.
[[clang::no_destroy]] constinit NewDelete new_delete;
[[clang::no_destroy]] constinit Nothing nothing;
constinit atomic<memory_resource*> by_default{&new_delete};

}  // namespace

memory_resource* new_delete_resource() noexcept { return &new_delete; }
memory_resource* null_memory_resource() noexcept { return &nothing; }

// A call that sets it synchronises with later ones of both functions ([mem.res.global]).
memory_resource* get_default_resource() noexcept { return by_default.load(memory_order_acquire); }
memory_resource* set_default_resource(memory_resource* resource) noexcept {
  return by_default.exchange(resource != nullptr ? resource : &new_delete, memory_order_acq_rel);
}

// ---- a buffer that only grows ----

// At the end of each buffer that came from upstream.
class monotonic_buffer_resource::_Chunk {
 public:
  _Chunk* next;
  size_t size, alignment;  // as they were asked for
  char* begin() { return reinterpret_cast<char*>(this + 1) - size; }
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  const size_t wanted = max(bytes, _M_next_bufsiz);
  constexpr size_t kUnit = alignof(_Chunk);
  if (wanted > size_t(-1) - sizeof(_Chunk) - kUnit) throw bad_alloc();
  const size_t room = (wanted + kUnit - 1) / kUnit * kUnit, size = room + sizeof(_Chunk);
  alignment = max(alignment, alignof(max_align_t));
  auto* begin = static_cast<char*>(_M_upstream->allocate(size, alignment));
  _M_head = new (begin + room) _Chunk{_M_head, size, alignment};
  _M_current_buf = begin;
  _M_avail = room;
  _M_next_bufsiz += _M_next_bufsiz / 2;
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  for (_Chunk* chunk = exchange(_M_head, nullptr); chunk != nullptr;) {
    _Chunk* const next = chunk->next;
    _M_upstream->deallocate(chunk->begin(), chunk->size, chunk->alignment);
    chunk = next;
  }
}

}  // namespace std::pmr
