/*
 * memory-tree.c - the tree behind holdfast-strict-memory-fs.
 */
#include "memory-tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 16
#define BLOCK 4096

struct inode *make_inode(uint64_t number, mode_t mode, uid_t uid, gid_t gid)
{
    struct inode *inode = calloc(1, sizeof(*inode));

    if (inode == NULL)
        return NULL;
    inode->number = number;
    inode->mode = mode;
    inode->uid = uid;
    inode->gid = gid;
    clock_gettime(CLOCK_REALTIME, &inode->changed);
    return inode;
}

void release_inode(struct inode *inode)
{
    if (inode->links > 0 || inode->lookups > 0)
        return;
    while (inode->attribute_count > 0)
        remove_attribute(inode, inode->attribute_count - 1);
    free(inode->attributes);
    free(inode->entries);
    free(inode->data);
    free(inode);
}

void fill_stat(const struct inode *inode, struct stat *stat)
{
    memset(stat, 0, sizeof(*stat));
    stat->st_ino = inode->number;
    stat->st_mode = inode->mode;
    stat->st_nlink = S_ISDIR(inode->mode) ? 2 : inode->links;
    stat->st_uid = inode->uid;
    stat->st_gid = inode->gid;
    stat->st_size = (off_t)inode->size;
    stat->st_blksize = BLOCK;
    stat->st_blocks = (blkcnt_t)((inode->size + 511) / 512);
    stat->st_atim = stat->st_mtim = stat->st_ctim = inode->changed;
}

struct entry *find_entry(const struct inode *directory, const char *name)
{
    for (size_t i = 0; i < directory->entry_count; i++) {
        if (strcmp(directory->entries[i].name, name) == 0)
            return &directory->entries[i];
    }
    return NULL;
}

int add_entry(struct inode *directory, const char *name, struct inode *inode)
{
    char *copy;

    if (directory->entry_count == directory->entry_capacity) {
        size_t capacity = directory->entry_capacity == 0 ? FIRST_CAPACITY
                                                         : 2 * directory->entry_capacity;
        struct entry *grown = realloc(directory->entries, capacity * sizeof(*grown));

        if (grown == NULL)
            return -ENOMEM;
        directory->entries = grown;
        directory->entry_capacity = capacity;
    }
    copy = strdup(name);
    if (copy == NULL)
        return -ENOMEM;
    directory->entries[directory->entry_count++] = (struct entry){
        .name = copy,
        .inode = inode,
        .cookie = ++directory->last_cookie,
    };
    inode->links++;
    return 0;
}

void remove_entry(struct inode *directory, struct entry *entry)
{
    struct inode *inode = entry->inode;
    const struct entry *end = directory->entries + directory->entry_count--;

    free(entry->name);
    memmove(entry, entry + 1, (size_t)(end - entry - 1) * sizeof(*entry));
    inode->links--;
    release_inode(inode);
}

int resize(struct inode *file, size_t size)
{
    if (size > file->capacity) {
        size_t capacity = 2 * size;
        char *grown = realloc(file->data, capacity);

        if (grown == NULL)
            return -ENOMEM;
        file->data = grown;
        file->capacity = capacity;
    }
    if (size > file->size)
        memset(file->data + file->size, 0, size - file->size);
    file->size = size;
    return 0;
}

size_t find_attribute(const struct inode *inode, const char *name)
{
    size_t i = 0;

    while (i < inode->attribute_count && strcmp(inode->attributes[i].name, name) != 0)
        i++;
    return i;
}

int set_attribute(struct inode *inode, const char *name, const void *value, size_t length)
{
    size_t index = find_attribute(inode, name);
    struct attribute made = {strdup(name), malloc(length + 1), length};
    struct attribute *grown;

    if (made.name == NULL || made.value == NULL)
        goto no_memory;
    memcpy(made.value, value, length);
    if (index < inode->attribute_count)
        remove_attribute(inode, index);
    grown = realloc(inode->attributes, (inode->attribute_count + 1) * sizeof(*grown));
    if (grown == NULL)
        goto no_memory;
    inode->attributes = grown;
    inode->attributes[inode->attribute_count++] = made;
    return 0;

no_memory:
    free(made.name);
    free(made.value);
    return -ENOMEM;
}

void remove_attribute(struct inode *inode, size_t index)
{
    struct attribute *attribute = &inode->attributes[index];

    free(attribute->name);
    free(attribute->value);
    *attribute = inode->attributes[--inode->attribute_count];
}
