// Switching between the scheduler and the program's threads (Boost.Context).
#pragma once
#include <boost/context/detail/fcontext.hpp>

namespace heddle::fiber {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;

}  // namespace heddle::fiber
