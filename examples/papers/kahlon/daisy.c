// expect: race
// search: auto
//
// A file system in the manner of Daisy, the case study of Kahlon, Ivancic and Gupta 2005, section 8 (written from its
// description). Each file, inode and block has a lock of its own, and taking or giving back one of them is guarded by a
// token lock; the acquire and the release of a lock stand in different procedures. Two races, both of the original:
//
//   1. The allocation area has a bit for each block, but is read and written by bytes. The lock of a block guards its
//      bit; two threads that allocate two blocks of the same byte write the byte at the same time (set_allocated).
//   2. Reading or writing a byte of the disk is a seek and a transfer. The position of the head is shared and nothing
//      guards it, so another seek can come between (disk_seek, disk_get, disk_put).
//
// From below to above: the disk, locks, the allocation area and the lists of what is free, inodes with direct blocks and
// one of further numbers, the bytes of files, directories, paths, the calls that programs make, a check of the whole
// disk, and two users. Locks are taken in the order file, inode, block, free list, token; two files by their numbers.
//
// `heddle analyze examples/papers/kahlon/daisy.c` lists both races with their schedules.
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// ---- sizes --------------------------------------------------------------------------------------------------------

enum {
  kBlockSize = 32,  // bytes of a data block
  kBlocks = 24,     // data blocks on the disk
  kInodes = 8,      // inodes on the disk
  kInodeSize = 16,  // bytes of an inode on the disk
  kDirect = 2,      // blocks that an inode names itself; another one names the rest
  kIndirect = 4,    // as many more, by their numbers in a block of their own
  kBlocksOfFile = kDirect + kIndirect,
  kNameLength = 7,  // of a directory entry
  kEntrySize = 9,   // name, end of the name, inode
  kPathLength = 48,

  // where things lie
  kSuperBlock = 0,  // magic number, version, root, generation
  kSuperSize = 4,
  kAllocationArea = kSuperBlock + kSuperSize,  // one bit for each block, then one for each inode
  kAllocationSize = kBlocks / 8 + kInodes / 8,
  kInodeArea = kAllocationArea + kAllocationSize,
  kDataArea = kInodeArea + kInodes * kInodeSize,
  kDiskSize = kDataArea + kBlocks * kBlockSize,

  kMagic = 0xda,
  kVersion = 2,
  kRoot = 0,     // inode of the outermost directory
  kNone = 0xff,  // no such block, no such inode
};

// What an operation of the file system answers.
enum status {
  kOk,
  kNotFound,
  kExists,
  kNoSpace,
  kBadArgument,
  kNotDirectory,
  kIsDirectory,
  kNotEmpty,
  kDamaged,
  kAgain,  // somebody else was faster: look once more
};

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
    case kNotDirectory:
      return "not a directory";
    case kIsDirectory:
      return "is a directory";
    case kNotEmpty:
      return "not empty";
    case kDamaged:
      return "damaged";
    case kAgain:
      return "try again";
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

static void disk_fill(unsigned place, uint8_t byte, unsigned count) {
  for (unsigned i = 0; i < count; i++) disk_write(place + i, byte);
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

static void destroy_locks(void) {
  for (int i = 0; i < kInodes; i++) {
    pthread_mutex_destroy(&file_locks[i]);
    pthread_mutex_destroy(&inode_locks[i]);
  }
  for (int i = 0; i < kBlocks; i++) pthread_mutex_destroy(&block_locks[i]);
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

// Two files, the smaller number first, whoever asks.
static void lock_two_files(unsigned a, unsigned b) {
  lock_file(a < b ? a : b);
  if (a != b) lock_file(a < b ? b : a);
}

static void unlock_two_files(unsigned a, unsigned b) {
  if (a != b) unlock_file(a < b ? b : a);
  unlock_file(a < b ? a : b);
}

// ---- the allocation area ------------------------------------------------------------------------------------------

// A copy in memory; the disk gets each byte that changes.
static uint8_t allocation[kAllocationSize];

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

static void load_allocation(void) { disk_read_many(kAllocationArea, allocation, kAllocationSize); }

// ---- what is free -------------------------------------------------------------------------------------------------

// Numbers of blocks that were given back lately, so that the next one who needs a block does not search for it. Only a
// hint: the bit decides, and whoever takes a number from here looks at the bit with the block's lock held.
struct free_list {
  pthread_mutex_t lock;
  unsigned count;
  uint8_t numbers[kBlocks];
};

static struct free_list free_blocks = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void remember_free(struct free_list* list, unsigned number) {
  pthread_mutex_lock(&list->lock);
  if (list->count < kBlocks) list->numbers[list->count++] = (uint8_t)number;
  pthread_mutex_unlock(&list->lock);
}

static unsigned take_free(struct free_list* list) {
  unsigned number = kNone;
  pthread_mutex_lock(&list->lock);
  if (list->count > 0) number = list->numbers[--list->count];
  pthread_mutex_unlock(&list->lock);
  return number;
}

static void forget_free(struct free_list* list) {
  pthread_mutex_lock(&list->lock);
  list->count = 0;
  pthread_mutex_unlock(&list->lock);
}

// The caller holds the block's lock.
static bool claim_block(unsigned block) {
  if (is_allocated(block)) return false;
  set_allocated(block, true);
  return true;
}

// One that was given back, if it is still free.
static unsigned allocate_remembered_block(void) {
  unsigned block = take_free(&free_blocks);
  if (block == kNone) return kNone;
  lock_block(block);
  bool mine = claim_block(block);
  unlock_block(block);
  return mine ? block : kNone;
}

// A free block, or kNone. Comes back with the block's lock not held: its owner finds it by its inode alone.
static unsigned allocate_block(void) {
  unsigned remembered = allocate_remembered_block();
  if (remembered != kNone) return remembered;
  for (unsigned block = 0; block < kBlocks; block++) {
    if (!try_to_lock_block(block)) continue;  // somebody is busy with it: it will not be free
    bool mine = claim_block(block);
    unlock_block(block);
    if (mine) return block;
  }
  return kNone;
}

static void free_block(unsigned block) {
  lock_block(block);
  set_allocated(block, false);
  unlock_block(block);
  remember_free(&free_blocks, block);
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

enum kind { kFree, kFile, kDirectory };

struct inode {
  uint8_t kind;
  uint8_t size;  // bytes of the file
  uint8_t links;
  uint8_t mode;
  uint8_t changes;  // how often it was written
  uint8_t direct[kDirect];  // kNone: not there
  uint8_t indirect;         // a block with the numbers of further ones
};

enum { kInodeBytes = 6 + kDirect };

static unsigned place_of_inode(unsigned inode) { return kInodeArea + inode * kInodeSize; }

// The caller holds the inode's lock.
static void read_inode(unsigned number, struct inode* to) {
  uint8_t bytes[kInodeBytes];
  disk_read_many(place_of_inode(number), bytes, kInodeBytes);
  to->kind = bytes[0];
  to->size = bytes[1];
  to->links = bytes[2];
  to->mode = bytes[3];
  to->changes = bytes[4];
  to->indirect = bytes[5];
  for (int i = 0; i < kDirect; i++) to->direct[i] = bytes[6 + i];
}

// The caller holds the inode's lock.
static void write_inode(unsigned number, const struct inode* from) {
  uint8_t bytes[kInodeBytes];
  bytes[0] = from->kind;
  bytes[1] = from->size;
  bytes[2] = from->links;
  bytes[3] = from->mode;
  bytes[4] = from->changes;
  bytes[5] = from->indirect;
  for (int i = 0; i < kDirect; i++) bytes[6 + i] = from->direct[i];
  disk_write_many(place_of_inode(number), bytes, kInodeBytes);
}

static struct inode load_inode(unsigned number) {
  struct inode inode;
  lock_inode(number);
  read_inode(number, &inode);
  unlock_inode(number);
  return inode;
}

static void store_inode(unsigned number, struct inode* inode) {
  inode->changes++;
  lock_inode(number);
  write_inode(number, inode);
  unlock_inode(number);
}

static struct inode empty_inode(enum kind kind) {
  struct inode inode;
  inode.kind = (uint8_t)kind;
  inode.size = 0;
  inode.links = kind == kFree ? 0 : 1;
  inode.mode = 6;
  inode.changes = 0;
  inode.indirect = kNone;
  for (int i = 0; i < kDirect; i++) inode.direct[i] = kNone;
  return inode;
}

static void make_empty(unsigned number, enum kind kind) {
  struct inode inode = empty_inode(kind);
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

static void clear_block(unsigned block, uint8_t byte, unsigned count) {
  lock_block(block);
  disk_fill(place_of_block(block), byte, count);
  unlock_block(block);
}

// ---- which block holds which part of a file -----------------------------------------------------------------------

// The n-th block of a file, or kNone. The caller holds the file's lock.
static unsigned block_of(const struct inode* inode, unsigned n) {
  if (n < kDirect) return inode->direct[n];
  if (n >= kBlocksOfFile || inode->indirect == kNone) return kNone;
  uint8_t number;
  read_block(inode->indirect, n - kDirect, &number, 1);
  return number;
}

// The same, and where there is none it is made. kNone: the disk is full, or the file is as large as it can be.
static unsigned make_block_of(struct inode* inode, unsigned n) {
  unsigned block = block_of(inode, n);
  if (block != kNone || n >= kBlocksOfFile) return block;
  if (n >= kDirect && inode->indirect == kNone) {
    unsigned numbers = allocate_block();
    if (numbers == kNone) return kNone;
    clear_block(numbers, kNone, kIndirect);
    inode->indirect = (uint8_t)numbers;
  }
  block = allocate_block();
  if (block == kNone) return kNone;
  if (n < kDirect) {
    inode->direct[n] = (uint8_t)block;
  } else {
    uint8_t number = (uint8_t)block;
    write_block(inode->indirect, n - kDirect, &number, 1);
  }
  return block;
}

// Gives back all blocks from the n-th on. The caller holds the file's lock.
static void drop_blocks(struct inode* inode, unsigned n) {
  for (unsigned i = n; i < kBlocksOfFile; i++) {
    unsigned block = block_of(inode, i);
    if (block == kNone) continue;
    free_block(block);
    if (i < kDirect) {
      inode->direct[i] = kNone;
    } else {
      uint8_t none = kNone;
      write_block(inode->indirect, i - kDirect, &none, 1);
    }
  }
  if (n <= kDirect && inode->indirect != kNone) {
    free_block(inode->indirect);
    inode->indirect = kNone;
  }
}

// ---- the bytes of files -------------------------------------------------------------------------------------------

// How much of what is asked for lies in the block of this offset.
static unsigned part_in_block(unsigned offset, unsigned count) {
  unsigned rest = kBlockSize - offset % kBlockSize;
  return count < rest ? count : rest;
}

// The caller holds the file's lock. What lies behind the end of the file is not read.
static unsigned read_bytes(unsigned number, unsigned offset, uint8_t* to, unsigned count) {
  struct inode inode = load_inode(number);
  if (offset >= inode.size) return 0;
  if (count > inode.size - offset) count = inode.size - offset;
  unsigned done = 0;
  while (done < count) {
    unsigned part = part_in_block(offset + done, count - done);
    unsigned block = block_of(&inode, (offset + done) / kBlockSize);
    if (block == kNone)
      memset(to + done, 0, part);  // a hole
    else
      read_block(block, (offset + done) % kBlockSize, to + done, part);
    done += part;
  }
  return done;
}

// The caller holds the file's lock. Blocks are allocated as they are needed.
static enum status write_bytes(unsigned number, unsigned offset, const uint8_t* from, unsigned count) {
  if (offset + count > kBlocksOfFile * kBlockSize) return kNoSpace;
  struct inode inode = load_inode(number);
  enum status status = kOk;
  unsigned done = 0;
  while (done < count && status == kOk) {
    unsigned part = part_in_block(offset + done, count - done);
    unsigned block = make_block_of(&inode, (offset + done) / kBlockSize);
    if (block == kNone) {
      status = kNoSpace;
    } else {
      write_block(block, (offset + done) % kBlockSize, from + done, part);
      done += part;
    }
  }
  if (offset + done > inode.size) inode.size = (uint8_t)(offset + done);
  store_inode(number, &inode);
  return status;
}

// The caller holds the file's lock.
static void cut_bytes(unsigned number, unsigned size) {
  struct inode inode = load_inode(number);
  if (size < inode.size) {
    drop_blocks(&inode, (size + kBlockSize - 1) / kBlockSize);
    inode.size = (uint8_t)size;
  }
  store_inode(number, &inode);
}

// One name less for a file; the last one takes the file with it. The caller holds the file's lock.
static void drop_link(unsigned number) {
  struct inode inode = load_inode(number);
  if (inode.links > 0) inode.links--;
  bool last = inode.links == 0;
  if (last) {
    drop_blocks(&inode, 0);
    inode.kind = kFree;
    inode.size = 0;
  }
  store_inode(number, &inode);
  if (last) free_inode(number);
}

// ---- directories --------------------------------------------------------------------------------------------------

// A directory is a file of entries. All functions: the caller holds its file lock.
struct entry {
  char name[kNameLength + 1];
  uint8_t inode;  // kNone: the entry is free
};

static unsigned slots_of(unsigned directory) { return load_inode(directory).size / kEntrySize; }

static bool read_entry(unsigned directory, unsigned slot, struct entry* to) {
  uint8_t bytes[kEntrySize];
  if (read_bytes(directory, slot * kEntrySize, bytes, kEntrySize) != kEntrySize) return false;
  memcpy(to->name, bytes, kNameLength + 1);
  to->inode = bytes[kEntrySize - 1];
  return true;
}

static enum status write_entry(unsigned directory, unsigned slot, const struct entry* from) {
  uint8_t bytes[kEntrySize];
  memcpy(bytes, from->name, kNameLength + 1);
  bytes[kEntrySize - 1] = from->inode;
  return write_bytes(directory, slot * kEntrySize, bytes, kEntrySize);
}

// The slot of the name, or kNone.
static unsigned find_entry(unsigned directory, const char* name, struct entry* found) {
  unsigned slots = slots_of(directory);
  for (unsigned slot = 0; slot < slots; slot++)
    if (read_entry(directory, slot, found) && found->inode != kNone && strcmp(found->name, name) == 0) return slot;
  return kNone;
}

// A slot for one more: one that was left, or one behind the last.
static unsigned free_slot(unsigned directory) {
  struct entry entry;
  unsigned slots = slots_of(directory);
  for (unsigned slot = 0; slot < slots; slot++)
    if (read_entry(directory, slot, &entry) && entry.inode == kNone) return slot;
  return slots;
}

static bool is_empty_directory(unsigned directory) {
  struct entry entry;
  unsigned slots = slots_of(directory);
  for (unsigned slot = 0; slot < slots; slot++)
    if (read_entry(directory, slot, &entry) && entry.inode != kNone) return false;
  return true;
}

static enum status add_entry(unsigned directory, const char* name, unsigned inode) {
  struct entry entry;
  if (load_inode(directory).kind != kDirectory) return kNotDirectory;
  if (find_entry(directory, name, &entry) != kNone) return kExists;
  memset(entry.name, 0, sizeof entry.name);
  strncpy(entry.name, name, kNameLength);
  entry.inode = (uint8_t)inode;
  return write_entry(directory, free_slot(directory), &entry);
}

static enum status remove_entry(unsigned directory, const char* name, unsigned* inode) {
  struct entry entry;
  unsigned slot = find_entry(directory, name, &entry);
  if (slot == kNone) return kNotFound;
  *inode = entry.inode;
  entry.inode = kNone;
  return write_entry(directory, slot, &entry);
}

// ---- paths --------------------------------------------------------------------------------------------------------

static bool is_good_name(const char* name) {
  size_t length = strlen(name);
  return length > 0 && length <= kNameLength;
}

static enum status look_up(unsigned directory, const char* name, unsigned* inode) {
  struct entry entry;
  if (!is_good_name(name)) return kBadArgument;
  lock_file(directory);
  bool is_directory = load_inode(directory).kind == kDirectory;
  unsigned slot = is_directory ? find_entry(directory, name, &entry) : kNone;
  unlock_file(directory);
  if (!is_directory) return kNotDirectory;
  if (slot == kNone) return kNotFound;
  *inode = entry.inode;
  return kOk;
}

// The first name of a path and what follows it.
static enum status split(const char** path, char* name) {
  while (**path == '/') ++*path;
  unsigned length = 0;
  for (; **path != '\0' && **path != '/'; ++*path) {
    if (length == kNameLength) return kBadArgument;
    name[length++] = **path;
  }
  name[length] = '\0';
  while (**path == '/') ++*path;
  return length == 0 ? kBadArgument : kOk;
}

// The directory that a path leads to, and the last name in it.
static enum status walk(const char* path, unsigned* directory, char* name) {
  if (strlen(path) >= kPathLength) return kBadArgument;
  *directory = kRoot;
  enum status status = split(&path, name);
  while (status == kOk && *path != '\0') {
    unsigned next;
    status = look_up(*directory, name, &next);
    if (status != kOk) return status;
    *directory = next;
    status = split(&path, name);
  }
  return status;
}

static enum status find(const char* path, unsigned* inode) {
  char name[kNameLength + 1];
  unsigned directory;
  if (strcmp(path, "/") == 0) {
    *inode = kRoot;
    return kOk;
  }
  enum status status = walk(path, &directory, name);
  return status == kOk ? look_up(directory, name, inode) : status;
}

// ---- what programs call: the disk as a whole ----------------------------------------------------------------------

static void daisy_format(void) {
  const uint8_t super[kSuperSize] = {kMagic, kVersion, kRoot, 0};
  initialise_locks();
  disk_write_many(kSuperBlock, super, kSuperSize);
  memset(allocation, 0, sizeof allocation);
  disk_fill(kAllocationArea, 0, kAllocationSize);
  for (unsigned i = 0; i < kInodes; i++) make_empty(i, kFree);
  set_allocated(kBlocks + kRoot, true);
  make_empty(kRoot, kDirectory);
  forget_free(&free_blocks);
}

static enum status daisy_mount(void) {
  uint8_t super[kSuperSize];
  disk_read_many(kSuperBlock, super, kSuperSize);
  if (super[0] != kMagic || super[1] != kVersion || super[2] != kRoot) return kDamaged;
  super[3]++;
  disk_write_many(kSuperBlock, super, kSuperSize);
  load_allocation();
  return kOk;
}

static void daisy_unmount(void) {
  disk_write_many(kAllocationArea, allocation, kAllocationSize);
  destroy_locks();
}

// ---- what programs call: names ------------------------------------------------------------------------------------

static enum status make(const char* path, enum kind kind, unsigned* inode) {
  char name[kNameLength + 1];
  unsigned directory;
  enum status status = walk(path, &directory, name);
  if (status != kOk) return status;
  unsigned number = allocate_inode();
  if (number == kNone) return kNoSpace;
  make_empty(number, kind);
  lock_file(directory);
  status = add_entry(directory, name, number);
  unlock_file(directory);
  if (status != kOk) {
    lock_file(number);
    drop_link(number);
    unlock_file(number);
    return status;
  }
  *inode = number;
  return kOk;
}

static enum status daisy_create(const char* path, unsigned* inode) { return make(path, kFile, inode); }

static enum status daisy_make_directory(const char* path) {
  unsigned inode;
  return make(path, kDirectory, &inode);
}

// A second name for a file.
static enum status daisy_link(const char* from, const char* to) {
  char name[kNameLength + 1];
  unsigned inode, directory;
  enum status status = find(from, &inode);
  if (status == kOk) status = walk(to, &directory, name);
  if (status != kOk) return status;
  lock_two_files(directory, inode);
  struct inode linked = load_inode(inode);
  if (linked.kind != kFile) status = linked.kind == kDirectory ? kIsDirectory : kNotFound;
  if (status == kOk) status = add_entry(directory, name, inode);
  if (status == kOk) {
    linked.links++;
    store_inode(inode, &linked);
  }
  unlock_two_files(directory, inode);
  return status;
}

// The name was looked up without a lock; with both locks held it must still mean the same.
static enum status unlink_locked(unsigned directory, const char* name, unsigned inode, enum kind kind) {
  struct entry entry;
  unsigned removed;
  if (find_entry(directory, name, &entry) == kNone) return kNotFound;
  if (entry.inode != inode) return kAgain;
  struct inode found = load_inode(inode);
  if (kind == kFile && found.kind == kDirectory) return kIsDirectory;
  if (kind == kDirectory && found.kind != kDirectory) return kNotDirectory;
  if (kind == kDirectory && !is_empty_directory(inode)) return kNotEmpty;
  enum status status = remove_entry(directory, name, &removed);
  if (status == kOk) drop_link(inode);
  return status;
}

static enum status remove_name(const char* path, enum kind kind) {
  char name[kNameLength + 1];
  unsigned directory, inode;
  enum status status = walk(path, &directory, name);
  if (status != kOk) return status;
  do {
    status = look_up(directory, name, &inode);
    if (status != kOk) return status;
    lock_two_files(directory, inode);
    status = unlink_locked(directory, name, inode, kind);
    unlock_two_files(directory, inode);
  } while (status == kAgain);
  return status;
}

static enum status daisy_unlink(const char* path) { return remove_name(path, kFile); }

static enum status daisy_remove_directory(const char* path) { return remove_name(path, kDirectory); }

static enum status daisy_rename(const char* from, const char* to) {
  char old_name[kNameLength + 1], new_name[kNameLength + 1];
  unsigned old_directory, new_directory, inode;
  enum status status = walk(from, &old_directory, old_name);
  if (status == kOk) status = walk(to, &new_directory, new_name);
  if (status != kOk) return status;
  lock_two_files(old_directory, new_directory);
  struct entry entry;
  if (find_entry(old_directory, old_name, &entry) == kNone) status = kNotFound;
  if (status == kOk) status = add_entry(new_directory, new_name, entry.inode);
  if (status == kOk) status = remove_entry(old_directory, old_name, &inode);
  unlock_two_files(old_directory, new_directory);
  return status;
}

// The names in a directory, one after the other; each ends with a zero.
static enum status daisy_list(const char* path, char* to, unsigned room, unsigned* names) {
  unsigned directory, used = 0;
  enum status status = find(path, &directory);
  if (status != kOk) return status;
  *names = 0;
  lock_file(directory);
  if (load_inode(directory).kind != kDirectory) status = kNotDirectory;
  unsigned slots = status == kOk ? slots_of(directory) : 0;
  for (unsigned slot = 0; slot < slots; slot++) {
    struct entry entry;
    if (!read_entry(directory, slot, &entry) || entry.inode == kNone) continue;
    unsigned length = (unsigned)strlen(entry.name) + 1;
    if (used + length > room) break;
    memcpy(to + used, entry.name, length);
    used += length;
    ++*names;
  }
  unlock_file(directory);
  return status;
}

// ---- what programs call: contents ---------------------------------------------------------------------------------

static enum status daisy_open(const char* path, unsigned* inode) {
  unsigned number;
  enum status status = find(path, &number);
  if (status != kOk) return status;
  if (load_inode(number).kind == kDirectory) return kIsDirectory;
  *inode = number;
  return kOk;
}

static enum status check_file(unsigned inode) {
  if (inode >= kInodes) return kBadArgument;
  switch (load_inode(inode).kind) {
    case kFile:
      return kOk;
    case kDirectory:
      return kIsDirectory;
    default:
      return kNotFound;
  }
}

static enum status daisy_write(unsigned inode, unsigned offset, const void* from, unsigned count) {
  enum status status = check_file(inode);
  if (status != kOk) return status;
  lock_file(inode);
  status = write_bytes(inode, offset, from, count);
  unlock_file(inode);
  return status;
}

static enum status daisy_append(unsigned inode, const void* from, unsigned count) {
  enum status status = check_file(inode);
  if (status != kOk) return status;
  lock_file(inode);
  status = write_bytes(inode, load_inode(inode).size, from, count);
  unlock_file(inode);
  return status;
}

static enum status daisy_read(unsigned inode, unsigned offset, void* to, unsigned count, unsigned* done) {
  enum status status = check_file(inode);
  if (status != kOk) return status;
  lock_file(inode);
  *done = read_bytes(inode, offset, to, count);
  unlock_file(inode);
  return kOk;
}

static enum status daisy_truncate(unsigned inode, unsigned size) {
  enum status status = check_file(inode);
  if (status != kOk) return status;
  lock_file(inode);
  cut_bytes(inode, size);
  unlock_file(inode);
  return kOk;
}

struct attributes {
  unsigned size, links, mode, changes;
  bool is_directory;
};

static enum status daisy_attributes(unsigned inode, struct attributes* to) {
  if (inode >= kInodes) return kBadArgument;
  struct inode found = load_inode(inode);
  if (found.kind == kFree) return kNotFound;
  to->size = found.size;
  to->links = found.links;
  to->mode = found.mode;
  to->changes = found.changes;
  to->is_directory = found.kind == kDirectory;
  return kOk;
}

static enum status daisy_set_mode(unsigned inode, unsigned mode) {
  if (inode >= kInodes || mode > 7) return kBadArgument;
  lock_file(inode);
  struct inode changed = load_inode(inode);
  enum status status = changed.kind == kFree ? kNotFound : kOk;
  if (status == kOk) {
    changed.mode = (uint8_t)mode;
    store_inode(inode, &changed);
  }
  unlock_file(inode);
  return status;
}

// ---- is the disk sound? -------------------------------------------------------------------------------------------

// What one walk over the disk has counted.
struct survey {
  uint8_t block_uses[kBlocks];
  uint8_t inode_uses[kInodes];
  unsigned faults;
};

static void fault(struct survey* survey, const char* what, unsigned number) {
  survey->faults++;
  printf("check: %s %u\n", what, number);
}

static void count_block(struct survey* survey, unsigned block) {
  if (block == kNone) return;
  if (block >= kBlocks)
    fault(survey, "there is no block", block);
  else
    survey->block_uses[block]++;
}

static void survey_blocks(struct survey* survey, unsigned number) {
  struct inode inode = load_inode(number);
  for (int i = 0; i < kDirect; i++) count_block(survey, inode.direct[i]);
  if (inode.indirect == kNone) return;
  count_block(survey, inode.indirect);
  if (inode.indirect < kBlocks)
    for (unsigned i = kDirect; i < kBlocksOfFile; i++) count_block(survey, block_of(&inode, i));
}

static void survey_directory(struct survey* survey, unsigned directory, int depth) {
  unsigned slots = slots_of(directory);
  for (unsigned slot = 0; slot < slots; slot++) {
    struct entry entry;
    if (!read_entry(directory, slot, &entry) || entry.inode == kNone) continue;
    if (entry.inode >= kInodes) {
      fault(survey, "there is no inode", entry.inode);
      continue;
    }
    if (survey->inode_uses[entry.inode]++ > 0) continue;  // another name of a file
    survey_blocks(survey, entry.inode);
    if (load_inode(entry.inode).kind == kDirectory && depth > 0) survey_directory(survey, entry.inode, depth - 1);
  }
}

// Nobody else may use the disk meanwhile. Every block and inode belongs to one file or is free, and the links are right.
static enum status daisy_check(void) {
  struct survey survey;
  memset(&survey, 0, sizeof survey);
  survey.inode_uses[kRoot] = 1;
  survey_blocks(&survey, kRoot);
  survey_directory(&survey, kRoot, kInodes);
  for (unsigned block = 0; block < kBlocks; block++) {
    if (survey.block_uses[block] > 1) fault(&survey, "several files have block", block);
    if (survey.block_uses[block] > 0 && !is_allocated(block)) fault(&survey, "a file has free block", block);
    if (survey.block_uses[block] == 0 && is_allocated(block)) fault(&survey, "nobody has block", block);
  }
  for (unsigned inode = 0; inode < kInodes; inode++) {
    bool used = survey.inode_uses[inode] > 0;
    if (used && !is_allocated(kBlocks + inode)) fault(&survey, "a directory has free inode", inode);
    if (!used && is_allocated(kBlocks + inode)) fault(&survey, "nobody has inode", inode);
    if (used && load_inode(inode).links != survey.inode_uses[inode]) fault(&survey, "wrong links of inode", inode);
  }
  return survey.faults == 0 ? kOk : kDamaged;
}

// ---- two users ----------------------------------------------------------------------------------------------------

static void say(const char* who, const char* what, enum status status) {
  if (status != kOk) printf("%s: %s: %s\n", who, what, text_of(status));
}

static void* writer(void* unused) {
  unsigned inode = kNone;
  say("writer", "create", daisy_create("/notes/one", &inode));
  if (inode == kNone) return unused;
  say("writer", "write", daisy_write(inode, 0, "first file", 10));
  say("writer", "append", daisy_append(inode, ", with more text than a block has room for", 42));
  say("writer", "truncate", daisy_truncate(inode, 10));
  say("writer", "link", daisy_link("/notes/one", "/also"));
  say("writer", "rename", daisy_rename("/notes/one", "/first"));
  return unused;
}

static void* reader(void* unused) {
  unsigned inode = kNone, done = 0;
  struct attributes attributes = {0};
  char text[16] = "";
  say("reader", "create", daisy_create("/notes/two", &inode));
  if (inode == kNone) return unused;
  say("reader", "write", daisy_write(inode, 0, "second", 6));
  say("reader", "mode", daisy_set_mode(inode, 4));
  say("reader", "attributes", daisy_attributes(inode, &attributes));
  say("reader", "read",
      daisy_read(inode, 0, text, attributes.size < sizeof text ? attributes.size : sizeof text, &done));
  say("reader", "unlink", daisy_unlink("/notes/two"));
  return unused;
}

int main(void) {
  pthread_t one, two;
  unsigned inode = kNone, names = 0;
  char list[kPathLength];
  daisy_format();
  say("main", "mount", daisy_mount());
  say("main", "directory", daisy_make_directory("/notes"));
  pthread_create(&one, NULL, writer, NULL);
  pthread_create(&two, NULL, reader, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  say("main", "open", daisy_open("/first", &inode));
  say("main", "list", daisy_list("/", list, sizeof list, &names));
  say("main", "remove directory", daisy_remove_directory("/notes"));
  say("main", "check", daisy_check());
  daisy_unmount();
  return 0;
}
