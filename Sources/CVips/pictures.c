#include "pictures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// libvips passes the EXIF of every picture it opens to this function of libexif, which pointers in a
// loop keep busy for minutes. tanada reads EXIF itself, within bounds, so nothing is read here: the
// definition in the program, which exports its functions, comes before the one in the library.
void exif_data_load_data(void *data, const unsigned char *bytes, unsigned int count) {
  (void)data, (void)bytes, (void)count;
}

const char *tanada_vips_start(void) {
  const char *reason = tanada_vips_load();
  if (reason) return reason;
  if (vips_init("tanada") != 0) return tanada_vips_error();
  // Only loaders that are fuzzed upstream.
  vips_block_untrusted_set(true);
  // Work is spread over processes, each with one picture at a time.
  vips_concurrency_set(1);
  vips_cache_set_max(0);
  return NULL;
}

const char *tanada_vips_error(void) {
  static _Thread_local char reason[512];
  strncpy(reason, vips_error_buffer(), sizeof reason - 1);
  vips_error_clear();
  char *end = reason + strlen(reason);
  while (end > reason && end[-1] == '\n') *--end = 0;
  return reason;
}

void tanada_vips_free(void *bytes) { g_free(bytes); }

/// Whether orientation swaps width and height.
static bool is_sideways(int orientation) { return orientation >= 5 && orientation <= 8; }

bool tanada_vips_size(tanada_source source, int *width, int *height) {
  VipsImage *image = vips_image_new_from_file(
    source.path, "access", VIPS_ACCESS_SEQUENTIAL, NULL);
  if (!image) return false;
  bool sideways = is_sideways(source.orientation);
  *width = sideways ? vips_image_get_height(image) : vips_image_get_width(image);
  *height = sideways ? vips_image_get_width(image) : vips_image_get_height(image);
  g_object_unref(image);
  return true;
}

/// Replaces *image by what an operation made of it.
static bool replace(VipsImage **image, VipsImage *result, int status) {
  g_object_unref(*image);
  *image = status == 0 ? result : NULL;
  return status == 0;
}

/// Turns a picture as its orientation says.
static bool turn(VipsImage **image, int orientation) {
  static const VipsAngle angles[] = {
    [1] = VIPS_ANGLE_D0,   [2] = VIPS_ANGLE_D0,   [3] = VIPS_ANGLE_D180, [4] = VIPS_ANGLE_D180,
    [5] = VIPS_ANGLE_D90,  [6] = VIPS_ANGLE_D90,  [7] = VIPS_ANGLE_D270, [8] = VIPS_ANGLE_D270,
  };
  if (orientation < 2 || orientation > 8) return true;
  VipsImage *result = NULL;
  if (angles[orientation] != VIPS_ANGLE_D0) {
    // A rotation reads the picture in another order than it is decoded in.
    VipsImage *memory = vips_image_copy_memory(*image);
    if (!replace(image, memory, memory ? 0 : -1)) return false;
    int status = vips_rot(*image, &result, angles[orientation], NULL);
    if (!replace(image, result, status)) return false;
  }
  bool mirrored =
    orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
  if (!mirrored) return true;
  int status = vips_flip(*image, &result, VIPS_DIRECTION_HORIZONTAL, NULL);
  return replace(image, result, status);
}

static int limited(double value, int minimum, int maximum) {
  return value < minimum ? minimum : value > maximum ? maximum : (int)value;
}

// MARK: - Whole files

/// A picture to be decoded: its file or, of a JPEG that has to be whole, its bytes.
typedef struct {
  tanada_source source;
  /// NULL for the file.
  void *bytes;
  size_t size;
} picture;

/// Reads a JPEG file and appends an end-of-image marker. A file without one may have all of its pixels; in a file with one,
/// the decoder ignores what follows. Returns NULL if the file cannot be read or is not a JPEG.
static void *bytes_of_jpeg(const char *path, size_t *size) {
  static const unsigned char start[] = {0xFF, 0xD8, 0xFF}, end[] = {0xFF, 0xD9};
  FILE *file = fopen(path, "rb");
  if (!file) return NULL;
  unsigned char *bytes = NULL;
  long count = 0;
  if (fseek(file, 0, SEEK_END) == 0 && (count = ftell(file)) > (long)sizeof start) {
    bytes = malloc(count + sizeof end);
    rewind(file);
    if (bytes && (fread(bytes, 1, count, file) != (size_t)count || memcmp(bytes, start, sizeof start) != 0)) {
      free(bytes);
      bytes = NULL;
    }
  }
  fclose(file);
  if (!bytes) return NULL;
  memcpy(bytes + count, end, sizeof end);
  *size = count + sizeof end;
  return bytes;
}

/// Returns true if the error buffer holds a warning of the JPEG decoder about missing or wrong pixels. The decoder fills
/// such pixels in, continues, and reports only its first warning.
static bool has_damaged_pixels(void) {
  static const char *const damages[] = {
    "premature end of data segment", "Premature end of JPEG file", "bad Huffman code", "bad arithmetic code",
    "instead of RST", "Inconsistent progression",
  };
  const char *said = vips_error_buffer();
  for (size_t i = 0; i < sizeof damages / sizeof *damages; i++)
    if (strstr(said, damages[i])) return true;
  // Cameras write junk between other parts. In front of the next part of the pixels it is what could not be decoded.
  static const char junk[] = "extraneous bytes before marker 0xd";
  while ((said = strstr(said, junk))) {
    said += sizeof junk - 1;
    if (*said && strchr("01234567a", *said)) return true;
  }
  return false;
}

// MARK: - Colours

/// The colours of a picture.
typedef struct {
  /// The picture is in CMYK.
  bool are_cmyk;
  /// The picture has an ICC profile for its own colour space. An RGB or CMYK profile in a grey picture, as scanners embed
  /// it, is ignored.
  bool have_profile;
} colours;

/// The name of the space that the profile of a picture is of (ICC.1, section 7.2.6), if it has one of its kind.
static const char *profile_space(VipsInterpretation interpretation) {
  switch (interpretation) {
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16: return "GRAY";
    case VIPS_INTERPRETATION_RGB:
    case VIPS_INTERPRETATION_sRGB:
    case VIPS_INTERPRETATION_RGB16: return "RGB ";
    case VIPS_INTERPRETATION_CMYK: return "CMYK";
    default: return NULL;
  }
}

static colours colours_of(VipsImage *image) {
  VipsInterpretation interpretation = vips_image_get_interpretation(image);
  const char *space = profile_space(interpretation);
  const void *profile = NULL;
  size_t size = 0;
  bool has_profile =
    space && vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0
    && vips_image_get_blob(image, VIPS_META_ICC_NAME, &profile, &size) == 0 && size >= 20;
  return (colours){
    .are_cmyk = interpretation == VIPS_INTERPRETATION_CMYK,
    .have_profile = has_profile && memcmp((const char *)profile + 16, space, 4) == 0,
  };
}

/// Makes a thumbnail of a picture file in grey or RGB. Colours without a profile are sRGB: converted as if they had one, blue
/// would turn violet.
static bool thumbnail_of_light(
  picture picture, VipsFailOn fail_on, int width, int height, bool uses_profile, VipsImage **result) {
  const char *export = uses_profile ? "srgb" : NULL;
  int status =
    picture.bytes
      ? vips_thumbnail_buffer(
          picture.bytes, picture.size, result, width, "height", height, "size", VIPS_SIZE_FORCE,
          "no-rotate", true, "export-profile", export, "fail-on", fail_on, NULL)
      : vips_thumbnail(
          picture.source.path, result, width, "height", height, "size", VIPS_SIZE_FORCE, "no-rotate", true,
          "export-profile", export, "fail-on", fail_on, NULL);
  return status == 0;
}

/// Makes a thumbnail of a CMYK picture. vips_thumbnail_image() assumes a standard CMYK profile, so that the picture's own
/// profile is applied first, if it is used.
static bool thumbnail_of_cmyk(
  VipsImage *image, int width, int height, bool uses_profile, VipsImage **result) {
  VipsImage *prepared = NULL;
  int status = uses_profile ? vips_icc_transform(image, &prepared, "srgb", "embedded", true, NULL)
                            : vips_copy(image, &prepared, NULL);
  if (status != 0) return false;
  if (!uses_profile) vips_image_remove(prepared, VIPS_META_ICC_NAME);
  status = vips_thumbnail_image(
    prepared, result, width, "height", height, "size", VIPS_SIZE_FORCE, "no-rotate", true, NULL);
  g_object_unref(prepared);
  return status == 0;
}

/// The picture at a size, in sRGB and not turned; NULL if that fails.
static VipsImage *thumbnail(picture picture, int width, int height) {
  VipsFailOn fail_on = picture.source.whole ? VIPS_FAIL_ON_TRUNCATED : VIPS_FAIL_ON_NONE;
  VipsImage *image =
    picture.bytes
      ? vips_image_new_from_buffer(
          picture.bytes, picture.size, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail-on", fail_on, NULL)
      : vips_image_new_from_file(
          picture.source.path, "access", VIPS_ACCESS_SEQUENTIAL, "fail-on", fail_on, NULL);
  if (!image) return NULL;
  colours colours = colours_of(image);
  VipsImage *result = NULL;
  bool made = false;
  // If a damaged profile makes the conversion fail, it is tried again without the profile.
  for (int uses_profile = colours.have_profile; !made && uses_profile >= 0; uses_profile--) {
    made = colours.are_cmyk
             ? thumbnail_of_cmyk(image, width, height, uses_profile, &result)
             : thumbnail_of_light(picture, fail_on, width, height, uses_profile, &result);
    if (!made && uses_profile) vips_error_clear();
  }
  g_object_unref(image);
  return result;
}

/// The picture scaled into the box, turned, in sRGB; NULL if that fails.
static VipsImage *scaled(picture picture, tanada_box box) {
  tanada_source source = picture.source;
  int width, height;
  if (!tanada_vips_size(source, &width, &height)) return NULL;

  // 1. The box without enlargement.
  double x = (double)box.width / width, y = (double)box.height / height;
  double scale;
  int box_width = box.width, box_height = box.height;
  if (box.fit == tanada_fit_contain) {
    scale = fmin(fmin(x, y), 1);
    box_width = limited(round(width * scale), 1, box.width);
    box_height = limited(round(height * scale), 1, box.height);
  } else {
    scale = fmax(x, y);
    if (scale > 1) {
      box_width = limited(round(box.width / scale), 1, width);
      box_height = limited(round(box.height / scale), 1, height);
      scale = 1;
    }
  }

  // 2. The whole picture at that scale, at least as large as the box.
  int scaled_width = limited(round(width * scale), box_width, width > box_width ? width : box_width);
  int scaled_height =
    limited(round(height * scale), box_height, height > box_height ? height : box_height);
  bool sideways = is_sideways(source.orientation);
  VipsImage *image = thumbnail(
    picture, sideways ? scaled_height : scaled_width, sideways ? scaled_width : scaled_height);
  if (!image) return NULL;
  if (!turn(&image, source.orientation)) return NULL;

  // 3. The part in the box.
  if (box.fit == tanada_fit_contain) return image;
  if (scaled_width == box_width && scaled_height == box_height) return image;
  VipsImage *part = NULL;
  int status;
  if (box.fit == tanada_fit_smart) {
    // The search reads the picture once, and the crop again.
    VipsImage *memory = vips_image_copy_memory(image);
    if (!replace(&image, memory, memory ? 0 : -1)) return NULL;
    status = vips_smartcrop(
      image, &part, box_width, box_height, "interesting", VIPS_INTERESTING_ATTENTION, NULL);
  } else {
    int left =
      limited(round(box.focus_x * scaled_width - box_width / 2.0), 0, scaled_width - box_width);
    int top =
      limited(round(box.focus_y * scaled_height - box_height / 2.0), 0, scaled_height - box_height);
    status = vips_extract_area(image, &part, left, top, box_width, box_height, NULL);
  }
  return replace(&image, part, status) ? image : NULL;
}

VipsImage *tanada_vips_scaled(tanada_source source, tanada_box box) {
  return scaled((picture){.source = source}, box);
}

/// The picture without anything but its pixels; NULL if that fails.
static VipsImage *without_metadata(VipsImage *image) {
  VipsImage *result = NULL;
  if (vips_copy(image, &result, NULL) != 0) return NULL;
  char **fields = vips_image_get_fields(result);
  for (char **field = fields; *field; field++) {
    // This one says in which order rows are read, and is not written. Those of the size stay anyway.
    if (strcmp(*field, VIPS_META_SEQUENTIAL) != 0) vips_image_remove(result, *field);
  }
  g_strfreev(fields);
  return result;
}

bool tanada_vips_write(VipsImage *image, const char *suffix, void **bytes, size_t *count) {
  // Not every encoder of libvips 8.14 leaves everything out when it is told to.
  VipsImage *bare = without_metadata(image);
  if (!bare) return false;
  int status = vips_image_write_to_buffer(bare, suffix, bytes, count, "strip", true, NULL);
  g_object_unref(bare);
  return status == 0;
}

/// Encodes and releases a picture, on white where the format has no transparency.
static bool encode(VipsImage *image, const char *suffix, void **bytes, size_t *count) {
  if (vips_image_hasalpha(image) && strncmp(suffix, ".jpg", 4) == 0) {
    double white[] = {255, 255, 255};
    VipsArrayDouble *background = vips_array_double_new(white, 3);
    VipsImage *flat = NULL;
    int status = vips_flatten(image, &flat, "background", background, NULL);
    vips_area_unref((VipsArea *)background);
    if (!replace(&image, flat, status)) return false;
  }
  bool written = tanada_vips_write(image, suffix, bytes, count);
  g_object_unref(image);
  return written;
}

bool tanada_vips_rendition(
  tanada_source source, tanada_box box, const char *suffix, void **bytes, size_t *count) {
  VipsImage *image = tanada_vips_scaled(source, box);
  return image && encode(image, suffix, bytes, count);
}

/// Returns the pixels of a picture in a box, four bytes each; NULL if that fails.
static uint8_t *pixels_of(picture picture, tanada_box box, int *width, int *height) {
  VipsImage *image = scaled(picture, box), *result = NULL;
  if (!image) return NULL;
  int status = vips_colourspace(image, &result, VIPS_INTERPRETATION_sRGB, NULL);
  if (!replace(&image, result, status)) return NULL;
  if (!vips_image_hasalpha(image)) {
    status = vips_addalpha(image, &result, NULL);
    if (!replace(&image, result, status)) return NULL;
  }
  status = vips_cast_uchar(image, &result, NULL);
  if (!replace(&image, result, status)) return NULL;
  size_t count = 0;
  *width = vips_image_get_width(image);
  *height = vips_image_get_height(image);
  uint8_t *pixels = vips_image_get_bands(image) == 4 ? vips_image_write_to_memory(image, &count) : NULL;
  g_object_unref(image);
  return pixels;
}

bool tanada_vips_pixels(
  tanada_source source, tanada_box box, uint8_t **pixels, int *width, int *height) {
  picture picture = {.source = source};
  if (source.whole) {
    picture.bytes = bytes_of_jpeg(source.path, &picture.size);
    vips_error_clear();
  }
  *pixels = pixels_of(picture, box, width, height);
  if (*pixels && picture.bytes && has_damaged_pixels()) {
    g_free(*pixels);
    *pixels = NULL;
  }
  free(picture.bytes);
  return *pixels != NULL;
}

VipsImage *tanada_vips_of_pixels(const uint8_t *pixels, int width, int height, int bands) {
  VipsImage *image = vips_image_new_from_memory_copy(
    pixels, (size_t)width * height * bands, width, height, bands, VIPS_FORMAT_UCHAR);
  if (!image) return NULL;
  VipsImage *result = NULL;
  int status = vips_copy(image, &result, "interpretation", VIPS_INTERPRETATION_sRGB, NULL);
  return replace(&image, result, status) ? image : NULL;
}

bool tanada_vips_encode(
  const uint8_t *pixels, int width, int height, int bands, const char *suffix, void **bytes,
  size_t *count) {
  VipsImage *image = tanada_vips_of_pixels(pixels, width, height, bands);
  return image && encode(image, suffix, bytes, count);
}

bool tanada_vips_drawing(
  const char *svg, size_t svg_count, double scale, void **bytes, size_t *count) {
  VipsImage *image = NULL;
  // The loader is not for files of others: it is free for this drawing alone.
  vips_operation_block_set("VipsForeignLoadSvg", false);
  int status = vips_svgload_buffer(
    (void *)svg, svg_count, &image, "scale", scale, "unlimited", true, NULL);
  bool encoded = status == 0 && encode(image, ".png", bytes, count);
  vips_operation_block_set("VipsForeignLoadSvg", true);
  return encoded;
}
