// std::atomic_load and the other free functions on std::shared_ptr: the locks that libstdc++ takes inside its compiled
// part. Each pointer has a mutex out of a small table, chosen by its address; two pointers that meet in one mutex are
// ordered by it, as they are in the real library (whose table is smaller).
#include <pthread.h>

#include <cstdint>
#include <memory>

namespace {

constexpr unsigned kMutexes = 64;
pthread_mutex_t table[kMutexes];  // all zero: PTHREAD_MUTEX_INITIALIZER

unsigned char key_of(const void* p) { return reinterpret_cast<std::uintptr_t>(p) / alignof(void*) / 2 % kMutexes; }

}  // namespace

namespace std {

_Sp_locker::_Sp_locker(const void* p) noexcept : _M_key1(key_of(p)), _M_key2(_M_key1) {
  pthread_mutex_lock(&table[_M_key1]);
}

// The lower one first, so that two threads cannot wait for each other.
_Sp_locker::_Sp_locker(const void* p, const void* q) noexcept : _M_key1(key_of(p)), _M_key2(key_of(q)) {
  if (_M_key2 < _M_key1) pthread_mutex_lock(&table[_M_key2]);
  pthread_mutex_lock(&table[_M_key1]);
  if (_M_key2 > _M_key1) pthread_mutex_lock(&table[_M_key2]);
}

_Sp_locker::~_Sp_locker() {
  pthread_mutex_unlock(&table[_M_key1]);
  if (_M_key2 != _M_key1) pthread_mutex_unlock(&table[_M_key2]);
}

}  // namespace std
