// Names and numbers of hosts, without a network: numbers, "localhost" and the empty name are this machine; any other name
// is refused. Ports are numbers. getnameinfo gives numbers.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

_Noreturn void heddle_refuses(const char* what);

// One answer, in one block: the address follows it.
static struct addrinfo* answer(int family, int type, const void* address, unsigned short port, const char* name) {
  const size_t size = family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
  struct addrinfo* a = calloc(1, sizeof *a + size);
  a->ai_family = family;
  a->ai_socktype = type;
  a->ai_protocol = type == SOCK_STREAM ? IPPROTO_TCP : type == SOCK_DGRAM ? IPPROTO_UDP : 0;
  a->ai_addrlen = (socklen_t)size;
  a->ai_addr = (struct sockaddr*)(a + 1);
  a->ai_addr->sa_family = (sa_family_t)family;
  if (family == AF_INET) {
    struct sockaddr_in* in = (struct sockaddr_in*)a->ai_addr;
    in->sin_port = htons(port);
    memcpy(&in->sin_addr, address, sizeof in->sin_addr);
  } else {
    struct sockaddr_in6* in = (struct sockaddr_in6*)a->ai_addr;
    in->sin6_port = htons(port);
    memcpy(&in->sin6_addr, address, sizeof in->sin6_addr);
  }
  if (name) a->ai_canonname = strdup(name);
  return a;
}

// A list with an answer for each type of socket that is wanted.
static struct addrinfo** add(struct addrinfo** at, int family, const struct addrinfo* hints, const void* address,
                             unsigned short port, const char* name) {
  static const int kTypes[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW};
  if (hints && hints->ai_family != AF_UNSPEC && hints->ai_family != family) return at;
  for (int i = 0; i < 3; i++) {
    if (hints && hints->ai_socktype && hints->ai_socktype != kTypes[i]) continue;
    *at = answer(family, kTypes[i], address, port, name);
    name = NULL;
    at = &(*at)->ai_next;
  }
  return at;
}

static int port_of(const char* service, unsigned short* port) {
  *port = 0;
  if (!service) return 0;
  char* end;
  const unsigned long n = strtoul(service, &end, 10);
  if (*service == 0 || *end != 0) {
    char* text = malloc(strlen(service) + 80);
    sprintf(text, "getaddrinfo of the service \"%s\", which is no number,", service);
    heddle_refuses(text);
  }
  *port = (unsigned short)n;
  return n > 65535 ? EAI_SERVICE : 0;
}

int getaddrinfo(const char* host, const char* service, const struct addrinfo* hints, struct addrinfo** out) {
  if (!host && !service) return EAI_NONAME;
  const int flags = hints ? hints->ai_flags : 0;
  if (hints && hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET && hints->ai_family != AF_INET6) return EAI_FAMILY;
  unsigned short port;
  const int error = port_of(service, &port);
  if (error) return error;
  const struct in_addr any = {INADDR_ANY}, loop = {htonl(INADDR_LOOPBACK)};
  struct in6_addr number;
  struct addrinfo* list = NULL;
  struct addrinfo** at = &list;
  const char* name = flags & AI_CANONNAME ? host : NULL;
  if (!host) {
    if (flags & AI_PASSIVE) {
      at = add(at, AF_INET, hints, &any, port, name);
      add(at, AF_INET6, hints, &in6addr_any, port, NULL);
    } else {
      at = add(at, AF_INET6, hints, &in6addr_loopback, port, name);
      add(at, AF_INET, hints, &loop, port, NULL);
    }
  } else if (inet_pton(AF_INET, host, &number) == 1) {
    if (hints && hints->ai_family == AF_INET6) return EAI_ADDRFAMILY;
    add(at, AF_INET, hints, &number, port, name);
  } else if (inet_pton(AF_INET6, host, &number) == 1) {
    if (hints && hints->ai_family == AF_INET) return EAI_ADDRFAMILY;
    add(at, AF_INET6, hints, &number, port, name);
  } else if (flags & AI_NUMERICHOST) {
    return EAI_NONAME;
  } else if (strcmp(host, "localhost") == 0) {
    at = add(at, AF_INET6, hints, &in6addr_loopback, port, name);
    add(at, AF_INET, hints, &loop, port, NULL);
  } else {
    char* text = malloc(strlen(host) + 80);
    sprintf(text, "the network: the host \"%s\", and", host);
    heddle_refuses(text);
  }
  if (!list) return EAI_SOCKTYPE;
  *out = list;
  return 0;
}

void freeaddrinfo(struct addrinfo* list) {
  while (list) {
    struct addrinfo* next = list->ai_next;
    free(list->ai_canonname);
    free(list);
    list = next;
  }
}

int getnameinfo(const struct sockaddr* address, socklen_t size, char* host, socklen_t host_room, char* service,
                socklen_t service_room, int flags) {
  if (!(flags & NI_NUMERICHOST) && host && host_room) heddle_refuses("getnameinfo without NI_NUMERICHOST");
  if (!(flags & NI_NUMERICSERV) && service && service_room) heddle_refuses("getnameinfo without NI_NUMERICSERV");
  const void* number;
  unsigned short port;
  if (address->sa_family == AF_INET && size >= sizeof(struct sockaddr_in)) {
    number = &((const struct sockaddr_in*)address)->sin_addr;
    port = ((const struct sockaddr_in*)address)->sin_port;
  } else if (address->sa_family == AF_INET6 && size >= sizeof(struct sockaddr_in6)) {
    number = &((const struct sockaddr_in6*)address)->sin6_addr;
    port = ((const struct sockaddr_in6*)address)->sin6_port;
  } else {
    return EAI_FAMILY;
  }
  if (host && host_room && !inet_ntop(address->sa_family, number, host, host_room)) return EAI_OVERFLOW;
  if (service && service_room && snprintf(service, service_room, "%u", ntohs(port)) >= (int)service_room) return EAI_OVERFLOW;
  return 0;
}
