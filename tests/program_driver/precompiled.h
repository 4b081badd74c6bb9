// Headers of the standard library that the programs of tests/programs include, precompiled once for ./test (see
// precompiled_headers.h). None that defines an object: <iostream> would begin every program with its own, so
// precompiled_streams.h is for those that include it. And none of POSIX with short names, such as read, beside what
// <thread> has.
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <cassert>
#include <chrono>
#include <climits>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <future>
#include <iomanip>
#include <ios>
#include <istream>
#include <latch>
#include <list>
#include <locale>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <new>
#include <optional>
#include <ostream>
#include <queue>
#include <semaphore>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stdexcept>
#include <stop_token>
#include <streambuf>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>
