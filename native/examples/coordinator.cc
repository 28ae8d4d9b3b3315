// coordinator DIRECTORY FENCE: the same as coordinator.c, with descriptors that close themselves
// and errors that are exceptions.
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <holdfast.h>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <system_error>

std::int64_t must(const std::string &what, std::int64_t result)
{
    if (result < 0)
        throw std::system_error(static_cast<int>(-result), std::generic_category(), what);
    return result;
}

class Descriptor {
public:
    Descriptor(int dir, const std::string &path, int flags)
        : fd(static_cast<int>(must("openat " + path, hf_openat(dir, path.c_str(), flags, 0600))))
    {
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    ~Descriptor() { hf_close(fd); }
    const int fd;
};

class Directory : Descriptor {
public:
    explicit Directory(const std::string &path)
        : Descriptor(AT_FDCWD, path, O_RDONLY | O_DIRECTORY)
    {
    }

    // Whether the name is ours now; when it is somebody else's, it is durable all the same.
    bool publish(const std::string &name, const std::string &content)
    {
        Descriptor file(fd, ".", O_TMPFILE | O_WRONLY);
        fill(file, content);
        std::string unnamed = "/proc/self/fd/" + std::to_string(file.fd);
        int linked = hf_linkat(AT_FDCWD, unnamed.c_str(), fd, name.c_str(), AT_SYMLINK_FOLLOW);
        must("linkat", linked == -EEXIST ? 0 : linked);
        barrier();
        return linked == 0;
    }

    void replace(const std::string &name, const std::string &staged, const std::string &content)
    {
        fill(Descriptor(fd, staged, new_name), content);
        must("renameat2", hf_renameat2(fd, staged.c_str(), fd, name.c_str(), 0));
        barrier();
    }

    // The record first, then the rename that one of all who try gets: no name ever comes back.
    bool move_fence(const std::string &fence, const std::string &next, const std::string &record)
    {
        fill(Descriptor(fd, record, new_name), "{\"state\":\"leased\"}\n");
        barrier();
        hf_stat seen;
        int moved = hf_renameat2(fd, fence.c_str(), fd, next.c_str(), 0);
        int there = hf_fstatat(fd, next.c_str(), &seen, AT_SYMLINK_NOFOLLOW);
        if (moved == -ENOENT && there == -ENOENT)
            return false;
        must("whether the fence was moved is unknown", there);
        barrier();
        return true;
    }

private:
    static constexpr int new_name = O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY;

    static void fill(const Descriptor &file, const std::string &content)
    {
        for (std::size_t at = 0; at < content.size();)
            at += static_cast<std::size_t>(
                must("pwrite", hf_pwrite(file.fd, content.data() + at, content.size() - at,
                                         static_cast<std::int64_t>(at))));
        must("fchmod", hf_fchmod(file.fd, 0644));
        must("content barrier", hf_fsync(file.fd));
    }

    // The probe is a file without a name: an aborted journal refuses it, where fsync answers 0.
    void barrier()
    {
        must("directory barrier", hf_fsync(fd));
        Descriptor probe(fd, ".", O_TMPFILE | O_WRONLY);
    }
};

static std::string nonce()
{
    std::random_device device;
    std::ostringstream digits;
    for (int i = 0; i < 4; i++)
        digits << std::hex << (device() | 0x80000000u);
    return digits.str();
}

int main(int argc, char **argv)
try {
    std::string fence = argc == 3 ? argv[2] : "";
    std::size_t name = fence.find(".fence.");
    if (name == std::string::npos)
        return 2;
    must("the header is another library's", hf_abi_version() == HF_ABI_VERSION ? 0 : -EINVAL);
    std::string id = fence.substr(0, name);
    std::string unique = nonce();
    std::string point = std::to_string(std::stoull(fence.substr(name + 7)) + 1) + "." + unique;
    std::string next = id + ".fence." + point;
    Directory directory(argv[1]);

    bool published = directory.publish("order", "one order\n");
    std::cout << (published ? "published" : "published by somebody else") << '\n';
    directory.replace("status", ".status." + unique, "ready\n");
    bool ours = directory.move_fence(fence, next, id + ".rec." + point);
    std::cout << (ours ? next : "lost") << '\n';
    return ours ? 0 : 3;
} catch (const std::exception &error) {
    std::cerr << error.what() << '\n';
    return 1;
}
