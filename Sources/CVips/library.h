#ifndef TANADA_LIBRARY_H
#define TANADA_LIBRARY_H

// Casts are checked by functions of the libraries, which are not linked.
#define G_DISABLE_CAST_CHECKS

#include <stdbool.h>
#include <vips/vips.h>

// The functions of libvips and GLib that are called here. The program does not link the libraries: of
// its processes, only those that decode pictures need them, and loading them takes longer than
// everything else at the start of a server.

#undef g_object_ref

#define TANADA_VIPS_FUNCTIONS(FUNCTION)     \
  FUNCTION(g_free)                          \
  FUNCTION(g_markup_printf_escaped)         \
  FUNCTION(g_object_ref)                    \
  FUNCTION(g_object_unref)                  \
  FUNCTION(g_strfreev)                      \
  FUNCTION(vips_addalpha)                   \
  FUNCTION(vips_area_unref)                 \
  FUNCTION(vips_array_double_new)           \
  FUNCTION(vips_block_untrusted_set)        \
  FUNCTION(vips_cache_set_max)              \
  FUNCTION(vips_cast_uchar)                 \
  FUNCTION(vips_colourspace)                \
  FUNCTION(vips_concurrency_set)            \
  FUNCTION(vips_copy)                       \
  FUNCTION(vips_error_buffer)               \
  FUNCTION(vips_error_clear)                \
  FUNCTION(vips_extract_area)               \
  FUNCTION(vips_flatten)                    \
  FUNCTION(vips_flip)                       \
  FUNCTION(vips_icc_transform)              \
  FUNCTION(vips_image_copy_memory)          \
  FUNCTION(vips_image_get_fields)           \
  FUNCTION(vips_image_get_typeof)           \
  FUNCTION(vips_image_hasalpha)             \
  FUNCTION(vips_image_new)                  \
  FUNCTION(vips_image_new_from_file)        \
  FUNCTION(vips_image_new_from_memory_copy) \
  FUNCTION(vips_image_remove)               \
  FUNCTION(vips_image_write_to_buffer)      \
  FUNCTION(vips_image_write_to_memory)      \
  FUNCTION(vips_init)                       \
  FUNCTION(vips_insert)                     \
  FUNCTION(vips_object_local_array)         \
  FUNCTION(vips_operation_block_set)        \
  FUNCTION(vips_replicate)                  \
  FUNCTION(vips_resize)                     \
  FUNCTION(vips_rot)                        \
  FUNCTION(vips_smartcrop)                  \
  FUNCTION(vips_svgload_buffer)             \
  FUNCTION(vips_text)                       \
  FUNCTION(vips_thumbnail)                  \
  FUNCTION(vips_thumbnail_image)

/// The functions, once tanada_vips_load() has found them.
typedef struct {
#define FUNCTION(name) __typeof__(name) *name;
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
#define vips_image_get_fields tanada_vips.vips_image_get_fields
#define vips_image_get_typeof tanada_vips.vips_image_get_typeof
#define vips_image_hasalpha tanada_vips.vips_image_hasalpha
#define vips_image_new tanada_vips.vips_image_new
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
#define vips_thumbnail_image tanada_vips.vips_thumbnail_image
#endif

#endif
