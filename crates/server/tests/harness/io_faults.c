/* Lets calls that write to the files below a folder fail. Loaded before the C library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_uint calls;

/* Whether this call fails: the file of faults has the error, and says that every n-th call fails. */
static int fails(int file) {
    const char *faults = getenv("IO_FAULTS"), *folder = getenv("IO_FAULTS_BELOW");
    char text[32] = "", link[64], path[4096];
    int error, control, kept = errno;
    unsigned every;
    ssize_t length;
    if (!faults || !folder || (control = open(faults, O_RDONLY | O_CLOEXEC)) < 0) {
        errno = kept;
        return 0;
    }
    length = read(control, text, sizeof text - 1);
    close(control);
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    errno = kept;
    if (length <= 0 || sscanf(text, "%d %u", &error, &every) != 2) return 0;
    length = readlink(link, path, sizeof path - 1);
    if (length < 0 || (path[length] = 0, strncmp(path, folder, strlen(folder)))) return 0;
    if (++calls % every) return 0;
    errno = error;
    return 1;
}

#define FAILING(type, name, parameters, arguments)                             \
    type name parameters {                                                     \
        static type(*real) parameters;                                         \
        if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);         \
        return fails(file) ? -1 : real arguments;                              \
    }

FAILING(ssize_t, write, (int file, const void *bytes, size_t count), (file, bytes, count))
FAILING(ssize_t, pwrite, (int file, const void *bytes, size_t count, off_t at), (file, bytes, count, at))
FAILING(ssize_t, pwrite64, (int file, const void *bytes, size_t count, off64_t at), (file, bytes, count, at))
FAILING(int, fsync, (int file), (file))
FAILING(int, fdatasync, (int file), (file))
FAILING(int, ftruncate, (int file, off_t length), (file, length))
FAILING(int, ftruncate64, (int file, off64_t length), (file, length))
