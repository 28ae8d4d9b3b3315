/*
 * memory-tree.h - files and directories in memory, as processes see them. What of it would be left
 * after a crash is not known here: it follows from the log.
 */
#ifndef HOLDFAST_MEMORY_TREE_H
#define HOLDFAST_MEMORY_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <time.h>

struct inode;

/* Entries stand in the order of their cookies, so that a listing goes on behind the last one that
 * was told, whatever was removed meanwhile. */
struct entry {
    char *name;
    struct inode *inode;
    uint64_t cookie;
};

struct attribute {
    char *name;
    void *value;
    size_t length;
};

struct inode {
    uint64_t number;
    uint64_t lookups; /* references of the kernel */
    unsigned links;   /* names; a directory counts its one name */
    mode_t mode;
    uid_t uid;
    gid_t gid;
    struct timespec changed;
    char *data;
    size_t size;
    size_t capacity;
    struct entry *entries;
    size_t entry_count;
    size_t entry_capacity;
    uint64_t last_cookie;
    struct attribute *attributes;
    size_t attribute_count;
};

/* A new inode without a name. Answers NULL where there is no memory. */
struct inode *make_inode(uint64_t number, mode_t mode, uid_t uid, gid_t gid);
/* Frees an inode that has neither names nor references; any other is left alone. */
void release_inode(struct inode *inode);
void fill_stat(const struct inode *inode, struct stat *stat);

struct entry *find_entry(const struct inode *directory, const char *name);
/* Gives the inode one more name, which must be free. Answers 0 or -ENOMEM. */
int add_entry(struct inode *directory, const char *name, struct inode *inode);
/* Takes a name away; the inode is released when it was the last. */
void remove_entry(struct inode *directory, struct entry *entry);

/* New bytes are zeros. Answers 0 or -ENOMEM. */
int resize(struct inode *file, size_t size);

/* Answers the index of an attribute, or attribute_count. */
size_t find_attribute(const struct inode *inode, const char *name);
/* Answers 0 or -ENOMEM. */
int set_attribute(struct inode *inode, const char *name, const void *value, size_t length);
void remove_attribute(struct inode *inode, size_t index);

#endif
