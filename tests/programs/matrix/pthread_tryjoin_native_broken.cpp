// expect: misuse
// lines: 13
// message: joined already
// primitive: pthread_tryjoin_np
//
// The std::thread does not know that it was joined behind its back.
#include <pthread.h>

#include <thread>

int main() {
  std::thread thread([] {});
  if (pthread_tryjoin_np(thread.native_handle(), nullptr) == 0) thread.join();
  else thread.join();
}
