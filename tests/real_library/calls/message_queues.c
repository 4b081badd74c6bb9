// Message queues on one thread, of the kernel and modelled.
#include "seeded.h"
#include <fcntl.h>
#include <mqueue.h>
#include <time.h>
#include <unistd.h>

static void show(long result) { printf(" = %ld, %s\n", result, result < 0 ? strerrorname_np(errno) : ""); }

int main(int argc, char** argv) {
  seed_from(argc, argv);
  static const char* const kNames[] = {"/heddle-real-a", "/heddle-real-b", "heddle", "/", "/heddle/real", ""};
  mqd_t queues[3] = {-1, -1, -1};
  for (int i = 0; i < 2; ++i) mq_unlink(kNames[i]);
  for (int i = 0; i < 120; ++i) {
    const unsigned k = below(3);
    const char* name = below(8) ? kNames[below(2)] : PICK(kNames);
    char text[64];
    memset(text, 'a' + (int)below(26), sizeof text);
    printf("%d %u ", i, k);
    switch (below(9)) {
      case 0:
      case 1: {
        const int flags = PICK(((int[]){O_RDONLY, O_WRONLY, O_RDWR, O_RDWR})) | O_NONBLOCK | (below(3) ? O_CREAT : 0) | (below(5) ? 0 : O_EXCL);
        struct mq_attr attributes = {.mq_maxmsg = (long)below(4) - (below(9) == 0), .mq_msgsize = (long)below(3) * 10};
        if (queues[k] != -1) mq_close(queues[k]);
        queues[k] = mq_open(name, flags, 0600, below(4) ? &attributes : NULL);
        printf("open %s %x %ld %ld", name, flags, attributes.mq_maxmsg, attributes.mq_msgsize), show(queues[k]);
      } break;
      case 2:
      case 3: printf("send"), show(mq_send(queues[k], text, below(24), below(20) ? below(4) : 40000)); break;
      case 4:
      case 5: {
        unsigned priority = 77;
        static char room[8192];
        const long n = mq_receive(queues[k], room, below(3) ? sizeof room : below(24), &priority);
        printf("receive %u %c", n < 0 ? 0 : priority, n > 0 ? room[0] : '-'), show(n);
      } break;
      case 6: {
        struct mq_attr found = {0};
        const int result = mq_getattr(queues[k], &found);
        printf("getattr %ld %ld %ld %ld", found.mq_flags, found.mq_maxmsg, found.mq_msgsize, found.mq_curmsgs), show(result);
      } break;
      case 7: printf("unlink %s", name), show(mq_unlink(name)); break;
      case 8: {
        struct timespec limit = {PICK(((time_t[]){0, 1, -1})), PICK(((long[]){0, 5, 1000000000, -1}))};
        printf("timedsend"), show(mq_timedsend(queues[k], text, below(24), 0, &limit));
      } break;
    }
  }
  for (int i = 0; i < 2; ++i) mq_unlink(kNames[i]);
  return 0;
}
