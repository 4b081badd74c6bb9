// The forms of operator new and delete that the library defines by another one ([new.delete]): a program that replaces
// `operator new(size_t)` gets its arrays from there, too. Linked only into programs with operators of their own; otherwise
// the machine's forms (machine/models_heap.cpp) know more.
#include <new>

using std::align_val_t, std::nothrow_t, std::size_t;

namespace {

template <class F>
void* or_null(F allocate) noexcept {
  try {
    return allocate();
  } catch (...) {
    return nullptr;
  }
}

}  // namespace

void* operator new[](size_t n) { return operator new(n); }
void* operator new[](size_t n, align_val_t align) { return operator new(n, align); }
void* operator new(size_t n, const nothrow_t&) noexcept {
  return or_null([=] { return operator new(n); });
}
void* operator new[](size_t n, const nothrow_t&) noexcept {
  return or_null([=] { return operator new[](n); });
}
void* operator new(size_t n, align_val_t align, const nothrow_t&) noexcept {
  return or_null([=] { return operator new(n, align); });
}
void* operator new[](size_t n, align_val_t align, const nothrow_t&) noexcept {
  return or_null([=] { return operator new[](n, align); });
}

void operator delete[](void* p) noexcept { operator delete(p); }
void operator delete[](void* p, align_val_t align) noexcept { operator delete(p, align); }
void operator delete(void* p, size_t) noexcept { operator delete(p); }
void operator delete[](void* p, size_t) noexcept { operator delete[](p); }
void operator delete(void* p, size_t, align_val_t align) noexcept { operator delete(p, align); }
void operator delete[](void* p, size_t, align_val_t align) noexcept { operator delete[](p, align); }
void operator delete(void* p, const nothrow_t&) noexcept { operator delete(p); }
void operator delete[](void* p, const nothrow_t&) noexcept { operator delete[](p); }
void operator delete(void* p, align_val_t align, const nothrow_t&) noexcept { operator delete(p, align); }
void operator delete[](void* p, align_val_t align, const nothrow_t&) noexcept { operator delete[](p, align); }
