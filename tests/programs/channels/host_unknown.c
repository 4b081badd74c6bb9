// expect: inconclusive
// message: the host "www.example.org"
// search: dfs
//
// A name that only the network knows is refused with the name, and nobody is asked.
#include <netdb.h>
#include <stddef.h>

int main(void) {
  struct addrinfo* found;
  return getaddrinfo("www.example.org", "80", NULL, &found);
}
