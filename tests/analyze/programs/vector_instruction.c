// analyze: unknown
#include <immintrin.h>
#include <pthread.h>
float data[8];
__attribute__((target("avx"))) void put(void) { _mm_maskstore_ps(data, _mm_set1_epi32(-1), _mm_set1_ps(1)); }
void* worker(void* _) {
  put();
  return 0;
}
int main() {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  put();
  pthread_join(t, 0);
  return 0;
}
