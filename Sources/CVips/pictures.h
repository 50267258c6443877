#ifndef TANADA_PICTURES_H
#define TANADA_PICTURES_H

#include "CVips.h"
#include "library.h"

/// The picture scaled into the box, turned, in sRGB; NULL if that fails.
VipsImage *tanada_vips_scaled(tanada_source source, tanada_box box);

/// A copy of sRGB pixels of `bands` bytes each, row by row; NULL if that fails.
VipsImage *tanada_vips_of_pixels(const uint8_t *pixels, int width, int height, int bands);

/// Encodes the pixels of a picture as `suffix` says, and nothing else of it.
bool tanada_vips_write(VipsImage *image, const char *suffix, void **bytes, size_t *count);

#endif
