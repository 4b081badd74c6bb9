#include <mutex>
#include <thread>
struct Session {
  std::mutex m;
  int open = 1;
};
Session* current;
std::mutex g;
void end_session() {
  std::lock_guard<std::mutex> l(g);
  delete current;
}
void use(Session* s) {
  std::lock_guard<std::mutex> l(g);
  s->open++;
}
int main() {
  current = new Session;
  Session* mine = current;
  std::thread a(end_session), b(use, mine);
  a.join();
  b.join();
}
