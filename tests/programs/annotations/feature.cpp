// expect: verified
// exit: 0
//
// Heddle is not ThreadSanitizer: code for that is not compiled.
#include <atomic>
#include <memory>
#include <thread>
#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#error the ways around a sanitizer are taken
#endif
#endif
#ifdef __SANITIZE_THREAD__
#error so are these
#endif
int main() {
  auto shared = std::make_shared<int>(1);
  std::weak_ptr<int> weak = shared;
  std::thread other([shared] { return *shared; });
  shared.reset();
  other.join();
  return weak.expired() ? 0 : 1;
}
