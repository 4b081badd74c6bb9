// Pipes: a channel with a descriptor for each end.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "world.h"

int heddle_unseen_print(char*, size_t, const char*, ...) HEDDLE_REAL("snprintf");

UNSEEN_BEGIN

static ssize_t receive(struct open_file* f, void* to, size_t size) {
  return size == 0 ? 0 : channel_receive(f->in, to, size, tries(f), 0);
}
static ssize_t send_bytes(struct open_file* f, const void* from, size_t size) {
  return size == 0 ? 0 : channel_send(f->out, from, size, tries(f), 0);
}
// In an operation on its channel, unless nobody else could use the descriptor.
static void leave(struct open_file* f) {
  if (f->in) (f->decides ? channel_receiver_left : channel_receiver_leaves)(f->in);
  if (f->out) (f->decides ? channel_sender_left : channel_sender_leaves)(f->out);
}
static const struct calls pipe_calls = {receive, send_bytes, leave, 0, 0};

static struct open_file* end_of(struct channel* c, int flags) {
  struct open_file* f = descriptor_make(kPipe, &pipe_calls, flags);
  if ((flags & O_ACCMODE) == O_RDONLY)
    f->in = c;
  else
    f->out = c;
  return f;
}

int pipe2(int ends[2], int flags) {
  if (flags & ~(O_CLOEXEC | O_NONBLOCK | O_DIRECT)) return failed(EINVAL);
  if (flags & O_DIRECT) heddle_refuses("pipe2 with O_DIRECT");
  struct channel* c = channel_make(kChannelRoom, 0);
  const int nonblocking = flags & O_NONBLOCK;
  struct open_file *read_end = end_of(c, O_RDONLY | nonblocking), *write_end = end_of(c, O_WRONLY | nonblocking);
  const int in = descriptor_give(read_end, 0, flags & O_CLOEXEC);
  if (in < 0) return -1;
  const int out = descriptor_give(write_end, 0, flags & O_CLOEXEC);
  if (out < 0) {
    close(in);
    return failed(EMFILE);
  }
  char name[48];
  heddle_unseen_print(name, sizeof name, "the pipe of %d and %d", in, out);
  heddle_world_names(c, name);
  heddle_world_uses(ends, 2 * sizeof *ends, 1);
  ends[0] = in;
  ends[1] = out;
  return 0;
}
int pipe(int ends[2]) { return pipe2(ends, 0); }
int __pipe(int ends[2]) { return pipe2(ends, 0); }

UNSEEN_END
