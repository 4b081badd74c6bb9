// expect: verified
// exit: 0
// assumes: nothing
//
// What each instruction computes, in both syntaxes, with registers, memory, numbers and flags. Every assertion also holds
// natively.
#include <assert.h>
#include <stdint.h>

static int bsf(uint32_t x) {
  int r;
  __asm__("bsf %1, %0" : "=r"(r) : "rm"(x) : "cc");
  return r;
}
static int bsr(uint32_t x) {
  int r;
  __asm__("bsrl %1, %0" : "=r"(r) : "r"(x));
  return r;
}
static uint64_t bsrq(uint64_t x) {
  uint64_t r = 77;
  __asm__("bsrq %1, %0" : "+r"(r) : "rm"(x));
  return r;
}
static uint64_t popcnt(uint64_t x) {
  uint64_t r;
  __asm__("popcntq %1, %0" : "=r"(r) : "r"(x));
  return r;
}
static uint32_t lzcnt(uint32_t x) {
  uint32_t r;
  __asm__("lzcnt %1, %0" : "=r"(r) : "r"(x));
  return r;
}
static uint32_t tzcnt(uint32_t x) {
  uint32_t r;
  __asm__(".intel_syntax noprefix\n\ttzcnt eax, ecx\n\t.att_syntax prefix" : "=a"(r) : "c"(x));
  return r;
}
static uint32_t bswap(uint32_t x) {
  __asm__("{bswapl %0|bswap %0}" : "+r"(x));
  return x;
}

static void read_modify_write(void) {
  int x = 5, y = 3;
  unsigned char zero, carry;
  long wide = 40;
  __asm__ __volatile__("lock; addl %1, %0" : "+m"(x) : "ir"(7) : "memory");
  assert(x == 12);
  __asm__ __volatile__("lock incl %0" : "=m"(x) : "m"(x) : "cc");
  assert(x == 13);
  __asm__ __volatile__("lock\n\tdecl %0\n\tsete %1" : "+m"(x), "=qm"(zero)::"memory");
  assert(x == 12 && zero == 0);
  __asm__ __volatile__("lock; subl $12, %0; setz %1" : "+m"(x), "=q"(zero)::"memory");
  assert(x == 0 && zero == 1);
  __asm__ __volatile__("lock; xaddl %0, %1" : "+r"(y), "+m"(x)::"memory", "cc");
  assert(x == 3 && y == 0);
  __asm__ __volatile__("lock xadd %0, %1" : "=r"(wide), "+m"(wide) : "0"(wide) : "memory");
  y = 9;
  __asm__ __volatile__("xchgl %0, %1" : "+r"(y), "+m"(x));
  assert(x == 9 && y == 3);
  __asm__ __volatile__("lock; orl $6, %0; lock; andl $11, %0; lock xorl $1, %0" : "+m"(x)::"memory");
  assert(x == (((9 | 6) & 11) ^ 1));
  __asm__ __volatile__("lock; btsl $4, %0; setc %1" : "+m"(x), "=q"(carry)::"memory");
  assert(carry == 0 && (x & 16));
  __asm__ __volatile__("lock; btrl %2, %0\n\tsetc %1" : "+m"(x), "=q"(carry) : "r"(4) : "memory");
  assert(carry == 1 && !(x & 16));
  int words[2] = {0, 0};  // a number in a register may lead out of the word
  __asm__ __volatile__("lock; btsl %1, (%0)" ::"r"(words), "r"(40) : "memory", "cc");
  assert(words[0] == 0 && words[1] == 1 << 8);
  __asm__ __volatile__("movl %1, %%ecx; addl $2, %%ecx; movl %%ecx, %0" : "=m"(y) : "r"(40) : "ecx");
  assert(y == 42);
}

static void compare_exchange(void) {
  int x = 1, old;
  unsigned char done;
  __asm__ __volatile__("lock; cmpxchgl %2, %1" : "=a"(old), "+m"(x) : "r"(5), "0"(1) : "memory", "cc");
  assert(old == 1 && x == 5);
  __asm__ __volatile__("lock cmpxchg %3, %1\n\tsete %2" : "=a"(old), "+m"(x), "=q"(done) : "r"(6), "0"(1) : "memory");
  assert(old == 5 && x == 5 && !done);
  int flag;
  old = 5;
  __asm__ __volatile__("lock cmpxchgl %3, %0" : "+m"(x), "+a"(old), "=@ccz"(flag) : "r"(8) : "memory");
  assert(flag == 1 && x == 8);
  char byte = 3;
  char seen = 3;
  __asm__ __volatile__("lock; cmpxchgb %b2, %1" : "+a"(seen), "+m"(byte) : "q"((char)9) : "memory");
  assert(byte == 9 && seen == 3);
  long through = 10;
  long* pointer = &through;
  __asm__ __volatile__("lock; addq %1, (%0)" ::"r"(pointer), "r"(5L) : "memory");
  assert(through == 15);
  _Alignas(16) uint64_t pair[2] = {1, 2};
  uint64_t low = 1, high = 2;
  char wide;
  __asm__ __volatile__("lock; cmpxchg16b %0; setz %1"
                       : "+m"(*(__int128*)pair), "=q"(wide), "+a"(low), "+d"(high)
                       : "b"(3ul), "c"(4ul)
                       : "cc", "memory");
  assert(wide && pair[0] == 3 && pair[1] == 4);
  __asm__ __volatile__("lock; cmpxchg16b %0; setz %1"
                       : "+m"(*(__int128*)pair), "=q"(wide), "+a"(low), "+d"(high)
                       : "b"(5ul), "c"(6ul)
                       : "cc", "memory");
  assert(!wide && low == 3 && high == 4 && pair[0] == 3);
}

int main(void) {
  assert(bsf(40) == 3 && bsr(40) == 5 && bsrq(1ul << 50) == 50 && bsrq(0) == 77);
  assert(popcnt(0xff0f) == 12 && lzcnt(1) == 31 && lzcnt(0) == 32 && tzcnt(8) == 3 && tzcnt(0) == 32);
  assert(bswap(0x01020304) == 0x04030201);
  read_modify_write();
  compare_exchange();
  return 0;
}
