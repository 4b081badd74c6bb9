// See precompiled.h.
#include <iostream>

#include "precompiled.h"
