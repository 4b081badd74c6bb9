// Files of the overlay: what the program has opened, made, changed or removed. All else is as it is on disk, and stays there
// (machine/real_files.cpp reads it, once). A page that was not written is not kept here.
#pragma once
#include "world.h"

#define file_at heddle_world_file_at
#define file_path heddle_world_file_path
#define file_path_to heddle_world_file_path_to
#define file_find heddle_world_file_find
#define file_node heddle_world_file_node
#define file_parent_error heddle_world_file_parent_error
#define file_put heddle_world_file_put
#define file_make heddle_world_file_make
#define change_name heddle_world_change_name
#define file_read heddle_world_file_read
#define file_write heddle_world_file_write
#define file_cut heddle_world_file_cut
#define file_status heddle_world_file_status
#define file_open heddle_world_file_open
#define file_release heddle_world_file_release
#define entries_of heddle_world_entries_of
#define structure_object heddle_world_structure_object
#define list_object heddle_world_list_object
#define look_up heddle_world_look_up

enum { kPage = 4096, kPath = 4096 };

struct node {
  unsigned references;  // its entry, and open files
  mode_t mode;          // S_IFREG, S_IFDIR and permissions
  off_t size;
  char* real;          // whose content shows through; NULL: nobody's
  off_t real_size;     // so much of it
  unsigned long object;
  char** pages;
  size_t page_count;
  unsigned changed;  // it is not what is on disk
  unsigned mapped;   // for reading, by mmap
  unsigned is_null;  // a device: what is written to it is gone
  unsigned device;   // what comes from it: enum device
  unsigned links;    // names beside the first
  unsigned gone;     // it has no name any more
  char* link;        // of a symbolic link: where it leads
  struct file_lock* locks;  // file_locks.c
  struct lock_wait* lock_waits;
  long written;      // when its content changed last, in milliseconds since 1970; 0: as on disk
};
enum device { kNullDevice, kZeroDevice, kRandomDevice };
int file_device_at(const char* path);  // -1: no such one

// A name. All of them, sorted, so that the list does not depend on the order in which they came.
struct entry {
  struct entry* next;
  struct node* node;  // NULL: removed
  char* path;
};

// The second begins with two words: of all names and what they lead to, and how often a directory became the current one.
extern char structure_object[];
extern unsigned long list_object[];
void look_up(const char* path) HIDDEN;      // the operations
void change_name(const char* path) HIDDEN;
#define sees_names heddle_world_sees_names
#define names_changed heddle_world_names_changed
void sees_names(void) HIDDEN;     // in an operation on a name
void names_changed(void) HIDDEN;  // after it: others see it

// The text of a path, as memory of the caller's; NULL and an error (paths.c).
char* file_path(int directory, const char* users) HIDDEN;
// The operation on it, and the name that it leads to (follow: also where its last part is a symbolic link) in its place, or an
// error. slash: the last part has to be a directory, by a slash or by its name.
enum { kSlash = 1, kDot, kDots };
enum { kNameItself = -1 };  // for follow: the last part is a name to be made, moved or removed, whatever is there
enum use_of_name { kLooksUp, kChangesName, kChangesNames };
int file_find(char** text, int follow, enum use_of_name, int* slash) HIDDEN;
int file_path_to(const char* text, char* out) HIDDEN;  // on disk; the last part stays as it is
// In an operation of the caller's: what is at this path? The status of what is on disk comes into *real.
enum found { kMissing, kOnDisk, kInOverlay, kNotDirectory };
enum found file_at(const char* path, struct node** node, struct stat* real) HIDDEN;
void file_status(const struct node*, struct stat*) HIDDEN;
int file_parent_error(const char* path) HIDDEN;  // the directory that a new name would be in is there
struct node* file_make(const char* path, mode_t) HIDDEN;
void file_put(const char* path, struct node*) HIDDEN;  // under a name that is free
// What is at a path, as a node of the overlay that may be changed.
struct node* file_node(const char* path, struct node*, const struct stat* real) HIDDEN;

size_t file_read(struct node*, off_t from, char* to, size_t size) HIDDEN;
void file_write(struct node*, off_t at, const char* from, size_t size) HIDDEN;
void file_cut(struct node*, off_t size) HIDDEN;
void file_release(struct node*) HIDDEN;

extern const struct calls heddle_world_file_calls HIDDEN;
struct open_file* file_open(int directory, const char* users, int flags, mode_t mode) HIDDEN;  // no descriptor yet
#define file_access_error heddle_world_file_access_error
int file_access_error(const struct node*, int wanted) HIDDEN;
extern mode_t heddle_world_umask;
extern struct entry* heddle_world_entries;
#define entries heddle_world_entries

// ---- of the machine (machine/real_files.cpp): what is on disk, as it was when it was first looked at. Errors are numbers.
int heddle_real_status(const char* path, struct stat* out, int follow);
size_t heddle_real_content(const char* path, off_t from, void* to, size_t size);
int heddle_real_name(const char* directory, size_t index, char* name, unsigned char* type);  // 0: there are no more
int heddle_real_path(const char* path, char* out);
int heddle_real_access(const char* path, int mode);
ssize_t heddle_real_link(const char* path, char* out, size_t room);
long heddle_world_time(void);  // of the calling thread, in milliseconds since 1970
void heddle_notices_files(void);
void heddle_world_overlay(struct entry**);  // where the list is, for who keeps the files of a replay
void heddle_notices_process_files(void);
