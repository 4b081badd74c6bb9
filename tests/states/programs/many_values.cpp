// Values that live across calls in every way that compiled code knows: in more registers than there are, in landing
// pads, in arguments on the stack, behind jump tables, around loops, beside arrays of variable length, as parts of
// registers. Each is read after other calls. If one is taken for dead, and is overwritten, a result differs from that
// of another run.
#include <mutex>
#include <thread>

static std::mutex mutex;
static long values[12] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};

// A scheduling point.
[[gnu::noinline]] static long take(int i) {
  std::lock_guard lock(mutex);
  return values[i];
}

[[gnu::noinline]] static long more_than_registers(long seed) {
  const long a = take(0) + seed, b = take(1) * a, c = take(2) - b, d = take(3) ^ c, e = take(4) + d, f = take(5) * e,
             g = take(6) - f, h = take(7) ^ g, i = take(8) + h, j = take(9) * i;
  const long first = a ^ (b * 3) ^ (c * 5) ^ (d * 7);
  const long k = take(10) + first;
  return k ^ (e * 11) ^ (f * 13) ^ (g * 17) ^ (h * 19) ^ (i * 23) ^ (j * 29);
}

[[gnu::noinline]] static long may_throw(long seed) {
  if (take(1) + seed > 2) throw seed * 31;
  return seed;
}

// Does not return, so it gives nothing back: that is up to the unwinder.
[[noreturn, gnu::noinline]] static void leave(long seed) {
  volatile int length = 2;
  long list[length];
  list[0] = take(1);
  list[1] = take(2) + seed;
  throw list[0] + list[1];
}

[[gnu::noinline]] static long in_landing_pads(long seed) {
  long kept = take(2) * seed, result = 0;
  for (int i = 0; i < 2; i++) {
    const long before = kept + i;
    try {
      kept = may_throw(seed + i);
      result += kept * 37;
    } catch (long thrown) {
      result += before ^ thrown;
      kept = take(3) + before;
    }
    try {
      leave(result);
    } catch (long thrown) {
      result ^= kept * thrown;
    }
  }
  return result ^ kept;
}

struct Large {
  long words[5];
};

[[gnu::noinline]] static long on_the_stack(long a, long b, long c, long d, long e, long f, long g, long h,
                                           Large large) {
  const long first = take(4) + a + c + e;
  return first ^ (take(5) + b * d * f) ^ (g * 41) ^ (h * 43) ^ large.words[1] ^ (large.words[4] * 47);
}

[[gnu::noinline]] static long by_a_table(long seed) {
  long sum = seed, last = 0;
  for (int i = 0; i < 4; i++) {
    const long before = last;
    switch ((seed + i * 3) % 7) {
      case 0:
        last = take(6);
        break;
      case 1:
        last = sum * 3;
        break;
      case 2:
        last = before ^ take(7);
        break;
      case 3:
        last = before + 53;
        sum ^= before;
        break;
      case 4:
        last = take(8) * before;
        break;
      case 5:
        last = 59;
        break;
      default:
        last = sum - before;
    }
    sum += last;
  }
  return sum;
}

[[gnu::noinline]] static long around_loops(long seed) {
  long older = seed, newer = seed + 1;
  for (int i = 0; i < 3; i++) {
    const long next = (i & 1) != 0 ? older + take(9) : older * 2;
    older = newer;
    newer = next;
    for (int k = 0; k < i; k++) newer ^= older << k;
  }
  return older * 61 + newer;
}

[[gnu::noinline]] static long of_any_length(long seed) {
  volatile int length = 3;
  long list[length];
  for (int i = 0; i < 3; i++) list[i] = take(10 + i % 2) + seed * i;
  const long kept = list[0] * 67;
  return take(11) + kept + list[1] + list[2];
}

[[gnu::noinline]] static long parts(long seed) {
  unsigned char small = static_cast<unsigned char>(seed * 71);
  unsigned short medium = static_cast<unsigned short>(seed * 7300);
  unsigned wide = static_cast<unsigned>(seed * 79);
  small += static_cast<unsigned char>(take(0));
  medium ^= static_cast<unsigned short>(take(1));
  wide -= small;
  return take(2) + small + medium * 3L + wide * 5L;
}

[[gnu::noinline]] static long deep(long n, long seed) {
  if (n == 0) return take(3) + seed;
  const long mine = seed * n;
  return deep(n - 1, mine) ^ (mine + n);
}

static long all(long seed) {
  const long a = more_than_registers(seed), b = in_landing_pads(seed);
  const long c = on_the_stack(a, b, seed, 2, 3, 4, a ^ b, 6, {{1, a, 3, 4, b}});
  return a ^ b * 3 ^ c * 5 ^ by_a_table(seed) * 7 ^ around_loops(seed) * 11 ^ of_any_length(seed) * 13 ^
         parts(seed) * 17 ^ deep(3, seed) * 19;
}

int main() {
  const long expected = all(2);
  long one = 0;
  std::thread thread([&] { one = all(2); });
  const long two = all(2);
  thread.join();
  return one == expected && two == expected ? 0 : 1;
}
