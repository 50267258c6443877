#ifndef TANADA_LIBRARY_H
#define TANADA_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

// What is called of libvips and GLib, declared here: their headers come with 147 further packages of Debian.
// Tests/e2e/photos compares this file with the headers where they are.
#ifndef TANADA_VIPS_HEADERS
typedef struct _VipsArea VipsArea;
typedef struct _VipsArrayDouble VipsArrayDouble;
typedef struct _VipsImage VipsImage;
typedef struct _VipsObject VipsObject;
typedef int VipsAngle, VipsBandFormat, VipsDirection, VipsFailOn, VipsInterpretation;
#define VIPS_META_ICC_NAME "icc-profile-data"
#define VIPS_META_SEQUENTIAL "vips-sequential"
#define TANADA_CONSTANT(name, value) name = value,
enum {
#endif
#ifndef TANADA_CONSTANT
#define TANADA_CONSTANT(name, value) _Static_assert(name == value, #name);
#endif
  TANADA_CONSTANT(VIPS_ACCESS_SEQUENTIAL, 1)
  TANADA_CONSTANT(VIPS_ANGLE_D0, 0)
  TANADA_CONSTANT(VIPS_ANGLE_D90, 1)
  TANADA_CONSTANT(VIPS_ANGLE_D180, 2)
  TANADA_CONSTANT(VIPS_ANGLE_D270, 3)
  TANADA_CONSTANT(VIPS_DIRECTION_HORIZONTAL, 0)
  TANADA_CONSTANT(VIPS_FAIL_ON_NONE, 0)
  TANADA_CONSTANT(VIPS_FAIL_ON_TRUNCATED, 1)
  TANADA_CONSTANT(VIPS_FORMAT_UCHAR, 0)
  TANADA_CONSTANT(VIPS_INTERESTING_ATTENTION, 3)
  TANADA_CONSTANT(VIPS_INTERPRETATION_B_W, 1)
  TANADA_CONSTANT(VIPS_INTERPRETATION_CMYK, 15)
  TANADA_CONSTANT(VIPS_INTERPRETATION_RGB, 17)
  TANADA_CONSTANT(VIPS_INTERPRETATION_sRGB, 22)
  TANADA_CONSTANT(VIPS_INTERPRETATION_RGB16, 25)
  TANADA_CONSTANT(VIPS_INTERPRETATION_GREY16, 26)
  TANADA_CONSTANT(VIPS_SIZE_FORCE, 3)
#ifndef TANADA_VIPS_HEADERS
};
#endif

// The program does not link the libraries: of its processes, only those that decode pictures need them, and loading
// them takes longer than everything else at the start of a server.

#define TANADA_VIPS_FUNCTIONS(FUNCTION)                                                           \
  FUNCTION(void, g_free, (void *memory))                                                          \
  FUNCTION(char *, g_markup_printf_escaped, (const char *format, ...))                            \
  FUNCTION(void *, g_object_ref, (void *object))                                                  \
  FUNCTION(void, g_object_unref, (void *object))                                                  \
  FUNCTION(void, g_strfreev, (char **strings))                                                    \
  FUNCTION(int, vips_addalpha, (VipsImage *in, VipsImage **out, ...))                             \
  FUNCTION(void, vips_area_unref, (VipsArea *area))                                               \
  FUNCTION(VipsArrayDouble *, vips_array_double_new, (const double *array, int count))            \
  FUNCTION(void, vips_block_untrusted_set, (int state))                                           \
  FUNCTION(void, vips_cache_set_max, (int max))                                                   \
  FUNCTION(int, vips_cast_uchar, (VipsImage *in, VipsImage **out, ...))                           \
  FUNCTION(                                                                                       \
    int, vips_colourspace,                                                                        \
    (VipsImage *in, VipsImage **out, VipsInterpretation space, ...))                              \
  FUNCTION(void, vips_concurrency_set, (int concurrency))                                         \
  FUNCTION(int, vips_copy, (VipsImage *in, VipsImage **out, ...))                                 \
  FUNCTION(const char *, vips_error_buffer, (void))                                               \
  FUNCTION(void, vips_error_clear, (void))                                                        \
  FUNCTION(                                                                                       \
    int, vips_extract_area,                                                                       \
    (VipsImage *in, VipsImage **out, int left, int top, int width, int height, ...))              \
  FUNCTION(int, vips_flatten, (VipsImage *in, VipsImage **out, ...))                              \
  FUNCTION(int, vips_flip, (VipsImage *in, VipsImage **out, VipsDirection direction, ...))        \
  FUNCTION(int, vips_icc_transform, (VipsImage *in, VipsImage **out, const char *profile, ...))   \
  FUNCTION(VipsImage *, vips_image_copy_memory, (VipsImage *image))                               \
  FUNCTION(int, vips_image_get_bands, (const VipsImage *image))                                   \
  FUNCTION(                                                                                       \
    int, vips_image_get_blob,                                                                     \
    (const VipsImage *image, const char *name, const void **data, size_t *size))                  \
  FUNCTION(char **, vips_image_get_fields, (VipsImage *image))                                    \
  FUNCTION(int, vips_image_get_height, (const VipsImage *image))                                  \
  FUNCTION(VipsInterpretation, vips_image_get_interpretation, (const VipsImage *image))           \
  FUNCTION(size_t, vips_image_get_typeof, (const VipsImage *image, const char *name))             \
  FUNCTION(int, vips_image_get_width, (const VipsImage *image))                                   \
  FUNCTION(int, vips_image_get_yoffset, (const VipsImage *image))                                 \
  FUNCTION(int, vips_image_hasalpha, (VipsImage *image))                                          \
  FUNCTION(VipsImage *, vips_image_new, (void))                                                   \
  FUNCTION(                                                                                       \
    VipsImage *, vips_image_new_from_buffer,                                                      \
    (const void *bytes, size_t size, const char *options, ...))                                   \
  FUNCTION(VipsImage *, vips_image_new_from_file, (const char *name, ...))                        \
  FUNCTION(                                                                                       \
    VipsImage *, vips_image_new_from_memory_copy,                                                 \
    (const void *data, size_t size, int width, int height, int bands, VipsBandFormat format))     \
  FUNCTION(int, vips_image_remove, (VipsImage *image, const char *name))                          \
  FUNCTION(                                                                                       \
    int, vips_image_write_to_buffer,                                                              \
    (VipsImage *in, const char *suffix, void **bytes, size_t *size, ...))                         \
  FUNCTION(void *, vips_image_write_to_memory, (VipsImage *in, size_t *size))                     \
  FUNCTION(int, vips_init, (const char *name))                                                    \
  FUNCTION(                                                                                       \
    int, vips_insert,                                                                             \
    (VipsImage *main, VipsImage *sub, VipsImage **out, int x, int y, ...))                        \
  FUNCTION(VipsObject **, vips_object_local_array, (VipsObject *parent, int count))               \
  FUNCTION(void, vips_operation_block_set, (const char *name, int state))                         \
  FUNCTION(int, vips_replicate, (VipsImage *in, VipsImage **out, int across, int down, ...))      \
  FUNCTION(int, vips_resize, (VipsImage *in, VipsImage **out, double scale, ...))                 \
  FUNCTION(int, vips_rot, (VipsImage *in, VipsImage **out, VipsAngle angle, ...))                 \
  FUNCTION(int, vips_smartcrop, (VipsImage *in, VipsImage **out, int width, int height, ...))     \
  FUNCTION(int, vips_svgload_buffer, (void *bytes, size_t size, VipsImage **out, ...))            \
  FUNCTION(int, vips_text, (VipsImage **out, const char *text, ...))                              \
  FUNCTION(int, vips_thumbnail, (const char *name, VipsImage **out, int width, ...))              \
  FUNCTION(                                                                                       \
    int, vips_thumbnail_buffer,                                                                   \
    (void *bytes, size_t size, VipsImage **out, int width, ...))                                  \
  FUNCTION(int, vips_thumbnail_image, (VipsImage *in, VipsImage **out, int width, ...))

/// The functions, once tanada_vips_load() has found them.
typedef struct {
#define FUNCTION(type, name, parameters) type(*name) parameters;
  TANADA_VIPS_FUNCTIONS(FUNCTION)
#undef FUNCTION
} tanada_vips_functions;

extern tanada_vips_functions tanada_vips;

/// Loads libvips, and finds its functions. Returns NULL, or why that fails.
const char *tanada_vips_load(void);

// Calls look as they do with libraries that are linked.
#ifndef TANADA_VIPS_LOADS
#define g_free tanada_vips.g_free
#define g_markup_printf_escaped tanada_vips.g_markup_printf_escaped
#define g_object_ref tanada_vips.g_object_ref
#define g_object_unref tanada_vips.g_object_unref
#define g_strfreev tanada_vips.g_strfreev
#define vips_addalpha tanada_vips.vips_addalpha
#define vips_area_unref tanada_vips.vips_area_unref
#define vips_array_double_new tanada_vips.vips_array_double_new
#define vips_block_untrusted_set tanada_vips.vips_block_untrusted_set
#define vips_cache_set_max tanada_vips.vips_cache_set_max
#define vips_cast_uchar tanada_vips.vips_cast_uchar
#define vips_colourspace tanada_vips.vips_colourspace
#define vips_concurrency_set tanada_vips.vips_concurrency_set
#define vips_copy tanada_vips.vips_copy
#define vips_error_buffer tanada_vips.vips_error_buffer
#define vips_error_clear tanada_vips.vips_error_clear
#define vips_extract_area tanada_vips.vips_extract_area
#define vips_flatten tanada_vips.vips_flatten
#define vips_flip tanada_vips.vips_flip
#define vips_icc_transform tanada_vips.vips_icc_transform
#define vips_image_copy_memory tanada_vips.vips_image_copy_memory
#define vips_image_get_bands tanada_vips.vips_image_get_bands
#define vips_image_get_blob tanada_vips.vips_image_get_blob
#define vips_image_get_fields tanada_vips.vips_image_get_fields
#define vips_image_get_height tanada_vips.vips_image_get_height
#define vips_image_get_interpretation tanada_vips.vips_image_get_interpretation
#define vips_image_get_typeof tanada_vips.vips_image_get_typeof
#define vips_image_get_width tanada_vips.vips_image_get_width
#define vips_image_get_yoffset tanada_vips.vips_image_get_yoffset
#define vips_image_hasalpha tanada_vips.vips_image_hasalpha
#define vips_image_new tanada_vips.vips_image_new
#define vips_image_new_from_buffer tanada_vips.vips_image_new_from_buffer
#define vips_image_new_from_file tanada_vips.vips_image_new_from_file
#define vips_image_new_from_memory_copy tanada_vips.vips_image_new_from_memory_copy
#define vips_image_remove tanada_vips.vips_image_remove
#define vips_image_write_to_buffer tanada_vips.vips_image_write_to_buffer
#define vips_image_write_to_memory tanada_vips.vips_image_write_to_memory
#define vips_init tanada_vips.vips_init
#define vips_insert tanada_vips.vips_insert
#define vips_object_local_array tanada_vips.vips_object_local_array
#define vips_operation_block_set tanada_vips.vips_operation_block_set
#define vips_replicate tanada_vips.vips_replicate
#define vips_resize tanada_vips.vips_resize
#define vips_rot tanada_vips.vips_rot
#define vips_smartcrop tanada_vips.vips_smartcrop
#define vips_svgload_buffer tanada_vips.vips_svgload_buffer
#define vips_text tanada_vips.vips_text
#define vips_thumbnail tanada_vips.vips_thumbnail
#define vips_thumbnail_buffer tanada_vips.vips_thumbnail_buffer
#define vips_thumbnail_image tanada_vips.vips_thumbnail_image
#endif

#endif
