// What the models of the world outside have in common: descriptors, channels, files.
//
// Their state is the program's own memory, so that snapshots, fingerprints and replay have it. No hook sees it (UNSEEN):
// two threads that use one pipe do not race. Instead the models say what they do (machine/models_channels.cpp): each step
// of a model begins with an operation, the scheduling point, and up to the next operation, or use of the user's memory, no
// other thread runs.
//
// Which operations depend on each other is decided by the objects that they name, so an object has the same address
// whatever the order of what came before: a channel its own (blocks of a thread's heap do not depend on other threads),
// a descriptor and a file one that is made of its number and its name.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "real.h"

#define UNSEEN_BEGIN \
  _Pragma("clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)")
#define UNSEEN_END _Pragma("clang attribute pop")
#define HIDDEN __attribute__((visibility("hidden")))

// The program may have functions of these names.
#define channel_make heddle_world_channel_make
#define channel_settle heddle_world_channel_settle
#define channel_receive heddle_world_channel_receive
#define channel_send heddle_world_channel_send
#define channel_put heddle_world_channel_put
#define channel_take heddle_world_channel_take
#define channel_adopt heddle_world_channel_adopt
#define channel_keep heddle_world_channel_keep
#define channel_changed heddle_world_channel_changed
#define channel_free_if_unused heddle_world_channel_free_if_unused
#define channel_sender_leaves heddle_world_channel_sender_leaves
#define channel_receiver_leaves heddle_world_channel_receiver_leaves
#define channel_sender_left heddle_world_channel_sender_left
#define channel_receiver_left heddle_world_channel_receiver_left
#define descriptor_use heddle_world_descriptor_use
#define descriptor_done heddle_world_descriptor_done
#define descriptor_done_by heddle_world_descriptor_done_by
#define descriptor_looks heddle_world_descriptor_looks
#define descriptor_make heddle_world_descriptor_make
#define descriptor_give heddle_world_descriptor_give
#define descriptor_peek heddle_world_descriptor_peek
#define descriptor_changes heddle_world_descriptor_changes
#define failed heddle_world_failed
#define poll_events heddle_world_poll_events
#define poll_in heddle_world_poll_in
#define poll_out heddle_world_poll_out
#define poll_words heddle_world_poll_words
#define tries heddle_world_tries

// ---- of the machine ----
typedef unsigned word;  // not zero: an operation that waits for it may go on
// Wait until *ready is not zero, or only try; 0: it is zero.
int heddle_world_sends(void* channel, const word* ready, int tries);
int heddle_world_receives(void* channel, const word* ready, int tries);
void heddle_world_polls(const word* const* ready, size_t count);  // until one of them is not zero
// A loop that finds nothing waits for a change of all that it has looked at, each by an operation on its object.
void heddle_world_looks(const void* object, const void* at, size_t width);
void heddle_world_sees(const void* object, const void* at, size_t);  // in the operation before
void heddle_world_changes(const void* object);
// The same, but the caller says whether anything changes: if not, it has only looked.
void heddle_world_attempts(const void* object, const void* at, size_t width);
void heddle_world_has_effect(void);
void heddle_world_toggles(const void* object, const void* at);  // eight bytes that it changes now, and may change back
// A name: looking for it depends on how directories are made up; making and removing a file on who lists a directory; all the
// rest on both. All are attempts, and who calls them says what he sees (files.h: sees_names).
void heddle_world_looks_up(const void* name, const void* structure);
void heddle_world_changes_name(const void* name, const void* list);
void heddle_world_changes_names(const void* structure, const void* list);
void heddle_world_closes(const void* slot, const void* numbers);
void heddle_world_attempts_close(const void* slot, const void* numbers);
void heddle_world_attempts_read(const void* position, const void* file);
void heddle_world_writes_file(const void* position, const void* file);
// What comes before the first happens before what comes after the second.
void heddle_world_hands_over(const void* message);
void heddle_world_takes_over(const void* message);
void heddle_world_uses(const void* users, size_t, int writes_it);
size_t heddle_world_text(const char* users);  // reads it; its length
void* heddle_world_allocate(size_t);          // zeroes
void* heddle_world_allocate_shared(size_t);  // pages of zeroes that every process may use
void heddle_world_new_semaphore(void*, unsigned value);  // no operation
void heddle_world_frees(void*);
// What only the calling thread has ever known of, so that what it allocates next does not depend on others: in a call that
// fails, all that the call has allocated, or it is no round in vain.
void heddle_world_gives_back(void*);
// Nothing that was said of it counts any more: it is used for something else.
void heddle_world_renews(void*);
void heddle_world_is_noticed(void);    // others can tell when this process ends
int heddle_world_is_own(const void*);  // has the calling thread allocated it?
// What the last operation was on; NULL: there is no other thread that could use a descriptor.
const void* heddle_world_last_object(void);
void heddle_world_names(const void* object, const char* name);
void heddle_world_sleeps(long seconds, long nanoseconds);
_Noreturn void heddle_world_signal(int number, const char* why);
void heddle_notices_channels(void);
_Noreturn void heddle_refuses(const char* what);

void* world_copy(void*, const void*, size_t) HEDDLE_REAL("memcpy");
int world_compare(const void*, const void*, size_t) HEDDLE_REAL("memcmp");
size_t world_length(const char*) HEDDLE_REAL("strlen");

#define WORLD_OBJECT 0x7ffe00000000ul  // model/address_space.h: the numbers of descriptors, then the descriptors
#define DESCRIPTOR_STRIDE 0x4000ul     // of one process
#define FILE_OBJECT (WORLD_OBJECT + 0x20000)
// What is made in memory that no process owns, by name: where it lies depends on what was made before.
#define KERNEL_MEMORY ((const void*)(FILE_OBJECT - 16))
// Variables that all processes of a search have in common (program/shared_variables.h). They begin as zero.
#define SHARED __attribute__((section(".heddle_shared")))
extern int heddle_world_own_process;
int heddle_world_process(void);               // the number of the calling process
void heddle_world_closes_with(void (*)(void));   // when the process ends: no operations
void heddle_world_flushes_with(void (*)(void));  // when it exits

// ---- channels (channels.c): one direction, bytes or whole messages ----
enum { kPipeBuffer = 4096, kChannelRoom = 65536, kDatagrams = 2 };
struct message {
  struct message* next;
  size_t size, taken, room;  // room: of the data
  void* attached;      // a channel's other end for who accepts it
  unsigned long from;  // the size of the sender's address, which stands behind the data; the priority in a queue
  char data[];
};
struct sender {
  unsigned size;  // 0: it has no address
  char address[112];
};
struct need;
struct channel {
  word can_receive, can_send;  // first: model/operation.h, kChannelWidth
  word has_room;               // for a whole PIPE_BUF, as poll wants it
  word has_ended;              // nobody sends any more, or nobody receives any more: poll tells that whatever it is asked
  struct message *first, *last;
  size_t held, room;
  unsigned senders, receivers;  // open ends
  unsigned holds;               // calls that use it
  unsigned messages;            // they keep their bounds; kDatagrams: and have no end
  struct need* needs;           // of those who wait for more room than there is
  char ended;                   // an object of its own: the end is a message, too
  word shut;                    // its receiver has shut it down, and can still take what is there
  word refused;                 // kDatagrams: the sender was told that the receiver is gone
  struct watcher* watchers;     // of epoll, edge-triggered
  struct message* spare;        // that were taken: by their room, then by their addresses
  unsigned spare_count;
};
// Somebody who wants to know that something has come, or that there is room again (events.c).
enum { kCame = 1, kChanged = 2 };  // kChanged: whatever it is that somebody watches for
struct watcher {
  word due;
  int incoming;
  struct channel* of;  // NULL: it is gone
  struct watcher* next;
};
struct channel* channel_make(size_t room, int messages) HIDDEN;
void channel_settle(struct channel*) HIDDEN;  // after any change: who may go on
// At least one byte, or an error; 0: nobody will send any more.
ssize_t channel_receive(struct channel*, void* users, size_t, int flags, struct sender* from) HIDDEN;
ssize_t channel_send(struct channel*, const void* users, size_t, int flags, const struct sender* from) HIDDEN;
void channel_put(struct channel*, struct message*) HIDDEN;        // in the operation of the caller
struct message* channel_take(struct channel*) HIDDEN;             // likewise; the caller frees it, or lets the channel keep it
// In the operation that sends it: the message as it will lie in the channel, and in the operation that has taken it. A channel
// uses the memory of its messages again, or a program that sends for ever would never come back to a state. Which of it,
// follows from what has happened to this channel; what a thread's heap hands out would depend on who has freed what there.
struct message* channel_adopt(struct channel*, struct message* own) HIDDEN;
void channel_keep(struct channel*, struct message*) HIDDEN;
void channel_changed(struct channel*) HIDDEN;  // tells who watches it, edge-triggered
void channel_free_if_unused(struct channel*) HIDDEN;
void channel_sender_leaves(struct channel*) HIDDEN;
void channel_sender_left(struct channel*) HIDDEN;  // in the operation of the caller
void channel_receiver_leaves(struct channel*) HIDDEN;
void channel_receiver_left(struct channel*) HIDDEN;
// kTimed, with kTries: it would wait for a time.
enum { kTries = 1, kPeeks = 2, kNoSignal = 4, kAllOfIt = 8, kTimed = 16 };

// ---- descriptors (descriptors.c) ----
enum kind { kStandard, kPipe, kSocket, kListener, kFile, kDirectory, kEvents, kTimer, kEpoll, kQueue, kShared };
struct open_file;
struct calls {  // NULL: EINVAL
  ssize_t (*read)(struct open_file*, void* users, size_t);
  ssize_t (*write)(struct open_file*, const void* users, size_t);
  void (*end)(struct open_file*);  // nobody refers to it any more
  void (*closes)(struct open_file*, int process_ends);               // one of its descriptors; NULL: nothing to do
  int (*locks)(struct open_file*, int command, void* users);  // fcntl; NULL: refused
};
struct open_file {
  enum kind kind;
  int flags;            // of open: access, O_NONBLOCK, O_APPEND
  unsigned references;  // descriptors, and calls that use it
  unsigned descriptors;
  unsigned left;        // its last descriptor is gone, and who has performed an operation on these parts since knows it
  const void* decides;  // then: the object in operations on which it is decided who lets go of it last
  int number;           // kStandard: which; kShared: it has got its size by this
  unsigned closed_in_use;  // its last descriptor is gone, but calls still use it
  unsigned locked;         // by flock, at some time
  unsigned shared;         // another thread than the one that made it has used it
  const struct calls* calls;
  struct channel *in, *out;
  off_t position;
  void* more;  // of the kind
  void* watched;                                    // in sets of epoll (events.c), until its last descriptor is closed
  void (*unwatch)(struct open_file*, int process_ends);  // without operations if it does
};
struct open_file* descriptor_use(int number) HIDDEN;  // NULL and EBADF
// Both may be an operation; the first is one on a descriptor by which it was used.
void descriptor_done_by(struct open_file*, int number) HIDDEN;
void descriptor_done(struct open_file*) HIDDEN;
struct open_file* descriptor_make(enum kind, const struct calls*, int flags) HIDDEN;
int descriptor_give(struct open_file*, int at_least, int close_on_exec) HIDDEN;  // its number; -1 and EMFILE
struct open_file* descriptor_peek(int number) HIDDEN;  // no operation
void descriptor_looks(int number) HIDDEN;              // nothing else
void descriptor_changes(struct open_file*) HIDDEN;     // something that calls read when they begin to use it
int tries(const struct open_file*) HIDDEN;

// ---- poll (poll.c) ----
// What poll would say of it now, looking with operations; and the words that have to change for more, at most four.
int poll_events(struct open_file*, int wanted) HIDDEN;
// The same in operations of the caller on `in` and on `out`; whether that direction has ended: POLLHUP if both have.
int poll_in(const struct open_file*, int wanted, int* ended) HIDDEN;
int poll_out(const struct open_file*, int wanted, int* ended) HIDDEN;
size_t poll_words(struct open_file*, int wanted, const word** into) HIDDEN;

void heddle_world_resize_shared(struct open_file*, size_t) HIDDEN;  // shared_memory.c
size_t heddle_world_size_of_shared(struct open_file*) HIDDEN;       // an operation

int failed(int error) HIDDEN;  // errno, -1
