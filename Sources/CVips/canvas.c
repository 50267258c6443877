#include "pictures.h"

#include <math.h>
#include <stdlib.h>

struct tanada_canvas {
  VipsImage *image;
};

/// Replaces the picture of a canvas by what an operation made of it.
static bool replace(tanada_canvas *canvas, VipsImage *result, int status) {
  if (status != 0) return false;
  g_object_unref(canvas->image);
  canvas->image = result;
  return true;
}

// MARK: - Canvases

tanada_canvas *tanada_vips_canvas_create(const uint8_t *tile, int side, int width, int height) {
  VipsImage *image = tanada_vips_of_pixels(tile, side, side, 3);
  if (!image) return NULL;
  tanada_canvas *canvas = malloc(sizeof *canvas);
  if (!canvas) abort();
  canvas->image = image;
  int columns = (width + side - 1) / side, rows = (height + side - 1) / side;
  VipsImage *result = NULL;
  int status = vips_replicate(canvas->image, &result, columns, rows, NULL);
  if (replace(canvas, result, status)) {
    status = vips_extract_area(canvas->image, &result, 0, 0, width, height, NULL);
    if (replace(canvas, result, status)) return canvas;
  }
  tanada_vips_canvas_free(canvas);
  return NULL;
}

void tanada_vips_canvas_free(tanada_canvas *canvas) {
  g_object_unref(canvas->image);
  free(canvas);
}

bool tanada_vips_canvas_shrink(tanada_canvas *canvas, int width, int height) {
  // The picture is not read from top to bottom then.
  VipsImage *memory = vips_image_copy_memory(canvas->image), *result = NULL;
  if (!replace(canvas, memory, memory ? 0 : -1)) return false;
  int status = vips_thumbnail_image(
    canvas->image, &result, width, "height", height, "size", VIPS_SIZE_FORCE, NULL);
  return replace(canvas, result, status);
}

bool tanada_vips_canvas_encode(
  tanada_canvas *canvas, const char *suffix, void **bytes, size_t *count) {
  return tanada_vips_write(canvas->image, suffix, bytes, count);
}

/// Draws an opaque or transparent sRGB picture and releases it.
static bool draw(tanada_canvas *canvas, VipsImage *image, int x, int y) {
  VipsImage *scope = vips_image_new(), *flat = image, *result = NULL;
  VipsImage **parts = (VipsImage **)vips_object_local_array((VipsObject *)scope, 3);
  parts[0] = image;
  int status = 0;
  if (vips_image_hasalpha(image)) {
    double white[] = {255, 255, 255};
    VipsArrayDouble *background = vips_array_double_new(white, 3);
    status = vips_flatten(image, &parts[1], "background", background, NULL);
    vips_area_unref((VipsArea *)background);
    flat = parts[1];
  }
  if (status == 0) status = vips_cast_uchar(flat, &parts[2], NULL);
  if (status == 0) status = vips_insert(canvas->image, parts[2], &result, x, y, NULL);
  g_object_unref(scope);
  return replace(canvas, result, status);
}

// MARK: - Pictures

bool tanada_vips_canvas_draw_picture(
  tanada_canvas *canvas, tanada_source source, int x, int y, int width, int height) {
  tanada_box box = {width, height, tanada_fit_cover, 0.5, 0.5};
  VipsImage *image = tanada_vips_scaled(source, box);
  if (!image) return false;
  VipsImage *scope = vips_image_new(), *result = NULL;
  VipsImage **parts = (VipsImage **)vips_object_local_array((VipsObject *)scope, 3);
  parts[0] = image;
  int status = vips_colourspace(parts[0], &parts[1], VIPS_INTERPRETATION_sRGB, NULL);
  if (status == 0) {
    // Small pictures are enlarged here. That does not read them in the order they are decoded in.
    double x_scale = (double)width / vips_image_get_width(parts[1]), y_scale = (double)height / vips_image_get_height(parts[1]);
    if (x_scale == 1 && y_scale == 1) {
      result = g_object_ref(parts[1]);
    } else if ((parts[2] = vips_image_copy_memory(parts[1]))) {
      status = vips_resize(parts[2], &result, x_scale, "vscale", y_scale, NULL);
    } else {
      status = -1;
    }
  }
  g_object_unref(scope);
  return status == 0 && draw(canvas, result, x, y);
}

// MARK: - Texts

/// Sizes in markup are in these parts of a point.
static const int units_per_point = 1024;

/// The ink of a line of text.
static VipsImage *ink(tanada_font font, const char *text) {
  char *markup = g_markup_printf_escaped(
    "<span font_family=\"%s\" weight=\"bold\" size=\"%d\" foreground=\"%s\">%s</span>",
    font.families, (int)round(font.size * units_per_point), font.color, text);
  VipsImage *image = NULL;
  // At 72 dots per inch, points are pixels.
  vips_text(&image, markup, "rgba", true, "dpi", 72, NULL);
  g_free(markup);
  return image;
}

bool tanada_vips_text_ink(
  tanada_font font, const char *text, int *top, int *width, int *height) {
  VipsImage *image = ink(font, text);
  if (!image) return false;
  *top = vips_image_get_yoffset(image);
  *width = vips_image_get_width(image);
  *height = vips_image_get_height(image);
  g_object_unref(image);
  return true;
}

bool tanada_vips_canvas_draw_text(
  tanada_canvas *canvas, tanada_font font, const char *text, int x, int y) {
  VipsImage *image = ink(font, text);
  return image && draw(canvas, image, x, y);
}
