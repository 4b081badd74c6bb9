// The Image of a program whose objects have been placed.
#pragma once
#include <vector>

#include "instrument/instrument.h"
#include "model/image.h"
#include "program/image_memory.h"
#include "program/symboliser.h"

namespace heddle::program {

// `all`: of each process, or of the only one; the tables of the last hold those of the others.
void describe_image(Image& image, const ImageMemory& memory, const Symboliser& symboliser,
                    std::vector<Instrumentation> all);

}  // namespace heddle::program
