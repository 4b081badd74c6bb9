// The site table: sites in the order in which they were added; 0 stands for "unknown".
#include "model/site.h"

#include <cassert>
#include <utility>

namespace heddle {

SiteId SiteTable::add(Site site) {
  assert(!site.frames.empty());
  if (sites_.size() >= (std::size_t{1} << 24)) return SiteId(0);  // ids have 24 bits; later sites stay nameless
  sites_.push_back(std::move(site));
  return SiteId(static_cast<std::uint32_t>(sites_.size() - 1));
}

}  // namespace heddle
