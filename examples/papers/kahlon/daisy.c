// expect: race
// search: dpor optimal
//
// A file system in the manner of Daisy, the case study of Kahlon, Ivancic and Gupta 2005, section 8 (written from its
// description). Each file, inode and block has a lock of its own, and taking or giving back one of them is guarded by a
// token lock; the acquire and the release of a lock stand in different procedures. Two races, both of the original:
//
//   1. The allocation area has a bit for each block, but is read and written by bytes. The lock of a block guards its
//      bit; two threads that allocate two blocks of the same byte write the byte at the same time (allocate_block).
//   2. Reading or writing a byte of the disk is a seek and a transfer. The position of the head is shared and nothing
//      guards it, so another seek can come between (disk_seek, disk_get, disk_put).
//
// `heddle analyze examples/papers/kahlon/daisy.c` lists both with their schedules.
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---- sizes --------------------------------------------------------------------------------------------------------

enum {
  kBlockSize = 32,                 // bytes of a data block
  kBlocks = 16,                    // data blocks on the disk
  kInodes = 8,                     // inodes on the disk
  kInodeSize = 16,                 // bytes of an inode on the disk
  kBlocksOfFile = 2,               // blocks that one file may have
  kNameLength = 7,                 // of a directory entry
  kEntrySize = 9,                  // name, end of the name, inode
  kEntries = kBlockSize / kEntrySize,

  // where things lie
  kAllocationArea = 0,             // one bit for each block, then one for each inode
  kInodeArea = kAllocationArea + kBlocks / 8 + kInodes / 8 + 1,
  kDataArea = kInodeArea + kInodes * kInodeSize,
  kDiskSize = kDataArea + kBlocks * kBlockSize,

  kRoot = 0,                       // inode of the directory
  kNone = 0xff,                    // no such block, no such inode
};

// What an operation of the file system answers.
enum status { kOk, kNotFound, kExists, kNoSpace, kBadArgument };

static const char* text_of(enum status status) {
  switch (status) {
    case kOk:
      return "ok";
    case kNotFound:
      return "not found";
    case kExists:
      return "exists";
    case kNoSpace:
      return "no space";
    case kBadArgument:
      return "bad argument";
  }
  return "?";
}

// ---- the disk -----------------------------------------------------------------------------------------------------

// One head for everybody: a transfer happens where the last seek has left it.
static struct {
  unsigned head;
  uint8_t platter[kDiskSize];
} disk;

static void disk_seek(unsigned place) { disk.head = place; }

static uint8_t disk_get(void) { return disk.platter[disk.head]; }

static void disk_put(uint8_t byte) { disk.platter[disk.head] = byte; }

static uint8_t disk_read(unsigned place) {
  disk_seek(place);
  return disk_get();
}

static void disk_write(unsigned place, uint8_t byte) {
  disk_seek(place);
  disk_put(byte);
}

static void disk_read_many(unsigned place, uint8_t* to, unsigned count) {
  for (unsigned i = 0; i < count; i++) to[i] = disk_read(place + i);
}

static void disk_write_many(unsigned place, const uint8_t* from, unsigned count) {
  for (unsigned i = 0; i < count; i++) disk_write(place + i, from[i]);
}

// ---- locks --------------------------------------------------------------------------------------------------------

// Of files, of inodes and of blocks. Whoever takes or gives back one of them holds the token while he does so; nobody
// waits for one of them with the token in his hands.
static pthread_mutex_t token = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t given_back = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t file_locks[kInodes];
static pthread_mutex_t inode_locks[kInodes];
static pthread_mutex_t block_locks[kBlocks];

static void initialise_locks(void) {
  for (int i = 0; i < kInodes; i++) {
    pthread_mutex_init(&file_locks[i], NULL);
    pthread_mutex_init(&inode_locks[i], NULL);
  }
  for (int i = 0; i < kBlocks; i++) pthread_mutex_init(&block_locks[i], NULL);
}

static void take(pthread_mutex_t* lock) {
  pthread_mutex_lock(&token);
  while (pthread_mutex_trylock(lock) == EBUSY) pthread_cond_wait(&given_back, &token);
  pthread_mutex_unlock(&token);
}

static bool try_to_take(pthread_mutex_t* lock) {
  pthread_mutex_lock(&token);
  bool taken = pthread_mutex_trylock(lock) == 0;
  pthread_mutex_unlock(&token);
  return taken;
}

static void give_back(pthread_mutex_t* lock) {
  pthread_mutex_lock(&token);
  pthread_mutex_unlock(lock);
  pthread_cond_broadcast(&given_back);
  pthread_mutex_unlock(&token);
}

static void lock_file(unsigned inode) { take(&file_locks[inode]); }
static void unlock_file(unsigned inode) { give_back(&file_locks[inode]); }
static void lock_inode(unsigned inode) { take(&inode_locks[inode]); }
static void unlock_inode(unsigned inode) { give_back(&inode_locks[inode]); }
static bool try_to_lock_block(unsigned block) { return try_to_take(&block_locks[block]); }
static void lock_block(unsigned block) { take(&block_locks[block]); }
static void unlock_block(unsigned block) { give_back(&block_locks[block]); }

// ---- the allocation area ------------------------------------------------------------------------------------------

// A copy in memory; the disk gets each byte that changes.
static uint8_t allocation[kBlocks / 8 + kInodes / 8];

static bool is_allocated(unsigned bit) { return (allocation[bit / 8] >> (bit % 8) & 1) != 0; }

// The caller holds the lock of what the bit stands for: but the byte has other bits, too.
static void set_allocated(unsigned bit, bool allocated) {
  uint8_t byte = allocation[bit / 8];
  if (allocated)
    byte |= (uint8_t)(1u << (bit % 8));
  else
    byte &= (uint8_t) ~(1u << (bit % 8));
  allocation[bit / 8] = byte;
  disk_write(kAllocationArea + bit / 8, byte);
}

// A free block, or kNone. Comes back with the block's lock not held: its owner finds it by its inode alone.
static unsigned allocate_block(void) {
  for (unsigned block = 0; block < kBlocks; block++) {
    if (!try_to_lock_block(block)) continue;  // somebody is busy with it: it will not be free
    if (!is_allocated(block)) {
      set_allocated(block, true);
      unlock_block(block);
      return block;
    }
    unlock_block(block);
  }
  return kNone;
}

static void free_block(unsigned block) {
  lock_block(block);
  set_allocated(block, false);
  unlock_block(block);
}

static unsigned allocate_inode(void) {
  for (unsigned inode = 0; inode < kInodes; inode++) {
    lock_inode(inode);
    if (!is_allocated(kBlocks + inode)) {
      set_allocated(kBlocks + inode, true);
      unlock_inode(inode);
      return inode;
    }
    unlock_inode(inode);
  }
  return kNone;
}

static void free_inode(unsigned inode) {
  lock_inode(inode);
  set_allocated(kBlocks + inode, false);
  unlock_inode(inode);
}

// ---- inodes -------------------------------------------------------------------------------------------------------

struct inode {
  uint8_t size;                    // bytes of the file
  uint8_t is_directory;
  uint8_t links;
  uint8_t blocks[kBlocksOfFile];   // kNone: not there
};

static unsigned place_of_inode(unsigned inode) { return kInodeArea + inode * kInodeSize; }

// The caller holds the inode's lock.
static void read_inode(unsigned number, struct inode* to) {
  uint8_t bytes[3 + kBlocksOfFile];
  disk_read_many(place_of_inode(number), bytes, sizeof bytes);
  to->size = bytes[0];
  to->is_directory = bytes[1];
  to->links = bytes[2];
  for (int i = 0; i < kBlocksOfFile; i++) to->blocks[i] = bytes[3 + i];
}

// The caller holds the inode's lock.
static void write_inode(unsigned number, const struct inode* from) {
  uint8_t bytes[3 + kBlocksOfFile];
  bytes[0] = from->size;
  bytes[1] = from->is_directory;
  bytes[2] = from->links;
  for (int i = 0; i < kBlocksOfFile; i++) bytes[3 + i] = from->blocks[i];
  disk_write_many(place_of_inode(number), bytes, sizeof bytes);
}

static void make_empty(unsigned number, bool is_directory) {
  struct inode inode;
  inode.size = 0;
  inode.is_directory = is_directory;
  inode.links = 1;
  for (int i = 0; i < kBlocksOfFile; i++) inode.blocks[i] = kNone;
  lock_inode(number);
  write_inode(number, &inode);
  unlock_inode(number);
}

// ---- blocks -------------------------------------------------------------------------------------------------------

static unsigned place_of_block(unsigned block) { return kDataArea + block * kBlockSize; }

static void read_block(unsigned block, unsigned offset, uint8_t* to, unsigned count) {
  lock_block(block);
  disk_read_many(place_of_block(block) + offset, to, count);
  unlock_block(block);
}

static void write_block(unsigned block, unsigned offset, const uint8_t* from, unsigned count) {
  lock_block(block);
  disk_write_many(place_of_block(block) + offset, from, count);
  unlock_block(block);
}

// ---- files --------------------------------------------------------------------------------------------------------

// The caller holds the file's lock. What lies behind the end of the file is not read.
static unsigned read_bytes(unsigned number, unsigned offset, uint8_t* to, unsigned count) {
  struct inode inode;
  lock_inode(number);
  read_inode(number, &inode);
  unlock_inode(number);
  if (offset >= inode.size) return 0;
  if (count > inode.size - offset) count = inode.size - offset;
  unsigned done = 0;
  while (done < count) {
    unsigned block = (offset + done) / kBlockSize, inside = (offset + done) % kBlockSize;
    unsigned part = count - done;
    if (part > kBlockSize - inside) part = kBlockSize - inside;
    if (block >= kBlocksOfFile || inode.blocks[block] == kNone) break;
    read_block(inode.blocks[block], inside, to + done, part);
    done += part;
  }
  return done;
}

// The caller holds the file's lock. Blocks are allocated as they are needed.
static enum status write_bytes(unsigned number, unsigned offset, const uint8_t* from, unsigned count) {
  if (offset + count > kBlocksOfFile * kBlockSize) return kNoSpace;
  struct inode inode;
  lock_inode(number);
  read_inode(number, &inode);
  unlock_inode(number);
  enum status status = kOk;
  unsigned done = 0;
  while (done < count && status == kOk) {
    unsigned block = (offset + done) / kBlockSize, inside = (offset + done) % kBlockSize;
    unsigned part = count - done;
    if (part > kBlockSize - inside) part = kBlockSize - inside;
    if (inode.blocks[block] == kNone) inode.blocks[block] = (uint8_t)allocate_block();
    if (inode.blocks[block] == kNone) {
      status = kNoSpace;
    } else {
      write_block(inode.blocks[block], inside, from + done, part);
      done += part;
    }
  }
  if (offset + done > inode.size) inode.size = (uint8_t)(offset + done);
  lock_inode(number);
  write_inode(number, &inode);
  unlock_inode(number);
  return status;
}

// The caller holds the file's lock.
static void free_blocks_of(unsigned number) {
  struct inode inode;
  lock_inode(number);
  read_inode(number, &inode);
  unlock_inode(number);
  for (int i = 0; i < kBlocksOfFile; i++)
    if (inode.blocks[i] != kNone) free_block(inode.blocks[i]);
}

// ---- the directory ------------------------------------------------------------------------------------------------

struct entry {
  char name[kNameLength + 1];
  uint8_t inode;  // kNone: the entry is free
};

static bool read_entry(unsigned slot, struct entry* to) {
  uint8_t bytes[kEntrySize];
  if (read_bytes(kRoot, slot * kEntrySize, bytes, kEntrySize) != kEntrySize) return false;
  memcpy(to->name, bytes, kNameLength + 1);
  to->inode = bytes[kEntrySize - 1];
  return true;
}

static enum status write_entry(unsigned slot, const struct entry* from) {
  uint8_t bytes[kEntrySize];
  memcpy(bytes, from->name, kNameLength + 1);
  bytes[kEntrySize - 1] = from->inode;
  return write_bytes(kRoot, slot * kEntrySize, bytes, kEntrySize);
}

// The caller holds the directory's file lock. The slot of the name, or kEntries.
static unsigned find_entry(const char* name, struct entry* found) {
  for (unsigned slot = 0; slot < kEntries; slot++)
    if (read_entry(slot, found) && found->inode != kNone && strcmp(found->name, name) == 0) return slot;
  return kEntries;
}

static unsigned free_slot(void) {
  struct entry entry;
  for (unsigned slot = 0; slot < kEntries; slot++)
    if (!read_entry(slot, &entry) || entry.inode == kNone) return slot;
  return kEntries;
}

// ---- what programs call -------------------------------------------------------------------------------------------

static bool is_good_name(const char* name) {
  size_t length = strlen(name);
  return length > 0 && length <= kNameLength;
}

static void daisy_format(void) {
  initialise_locks();
  for (unsigned i = 0; i < kInodes; i++) make_empty(i, false);
  set_allocated(kBlocks + kRoot, true);
  make_empty(kRoot, true);
}

static enum status daisy_lookup(const char* name, unsigned* inode) {
  struct entry entry;
  if (!is_good_name(name)) return kBadArgument;
  lock_file(kRoot);
  unsigned slot = find_entry(name, &entry);
  unlock_file(kRoot);
  if (slot == kEntries) return kNotFound;
  *inode = entry.inode;
  return kOk;
}

static enum status daisy_create(const char* name, unsigned* inode) {
  struct entry entry;
  if (!is_good_name(name)) return kBadArgument;
  lock_file(kRoot);
  enum status status = kOk;
  if (find_entry(name, &entry) != kEntries) status = kExists;
  unsigned slot = status == kOk ? free_slot() : kEntries;
  if (status == kOk && slot == kEntries) status = kNoSpace;
  unsigned number = status == kOk ? allocate_inode() : kNone;
  if (status == kOk && number == kNone) status = kNoSpace;
  if (status == kOk) {
    make_empty(number, false);
    memset(entry.name, 0, sizeof entry.name);
    strncpy(entry.name, name, kNameLength);
    entry.inode = (uint8_t)number;
    status = write_entry(slot, &entry);
    *inode = number;
  }
  unlock_file(kRoot);
  return status;
}

static enum status daisy_unlink(const char* name) {
  struct entry entry;
  if (!is_good_name(name)) return kBadArgument;
  lock_file(kRoot);
  unsigned slot = find_entry(name, &entry);
  enum status status = slot == kEntries ? kNotFound : kOk;
  unsigned number = entry.inode;
  if (status == kOk) {
    entry.inode = kNone;
    status = write_entry(slot, &entry);
  }
  unlock_file(kRoot);
  if (status != kOk) return status;
  lock_file(number);
  free_blocks_of(number);
  unlock_file(number);
  free_inode(number);
  return kOk;
}

static enum status daisy_write(unsigned inode, unsigned offset, const void* from, unsigned count) {
  if (inode >= kInodes || inode == kRoot) return kBadArgument;
  lock_file(inode);
  enum status status = write_bytes(inode, offset, from, count);
  unlock_file(inode);
  return status;
}

static enum status daisy_read(unsigned inode, unsigned offset, void* to, unsigned count, unsigned* done) {
  if (inode >= kInodes || inode == kRoot) return kBadArgument;
  lock_file(inode);
  *done = read_bytes(inode, offset, to, count);
  unlock_file(inode);
  return kOk;
}

static enum status daisy_size(unsigned number, unsigned* size) {
  struct inode inode;
  if (number >= kInodes) return kBadArgument;
  lock_inode(number);
  read_inode(number, &inode);
  unlock_inode(number);
  *size = inode.size;
  return kOk;
}

// ---- two users ----------------------------------------------------------------------------------------------------

static void say(const char* who, const char* what, enum status status) {
  if (status != kOk) printf("%s: %s: %s\n", who, what, text_of(status));
}

static void* writer(void* unused) {
  unsigned inode = kNone;
  say("writer", "create", daisy_create("one", &inode));
  if (inode != kNone) say("writer", "write", daisy_write(inode, 0, "first file", 10));
  return unused;
}

static void* reader(void* unused) {
  unsigned inode = kNone, size = 0, done = 0;
  char text[16] = "";
  say("reader", "create", daisy_create("two", &inode));
  if (inode == kNone) return unused;
  say("reader", "write", daisy_write(inode, 0, "second", 6));
  say("reader", "size", daisy_size(inode, &size));
  say("reader", "read", daisy_read(inode, 0, text, size < sizeof text ? size : sizeof text, &done));
  return unused;
}

int main(void) {
  pthread_t one, two;
  unsigned inode = kNone;
  daisy_format();
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  say("main", "lookup", daisy_lookup("one", &inode));
  say("main", "unlink", daisy_unlink("two"));
  return 0;
}
