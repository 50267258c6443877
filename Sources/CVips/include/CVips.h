#ifndef TANADA_CVIPS_H
#define TANADA_CVIPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of libvips that tanada needs, without its headers. Functions that fail return false; the
// reason is then in tanada_vips_error(). They are called from one thread at a time.

/// Loads libvips, and starts it with only the loaders of JPEG, PNG, WebP, HEIC, AVIF, GIF and TIFF. The
/// other functions are called only if that succeeds.
///
/// Returns NULL, or why it cannot be started.
const char *tanada_vips_start(void);

/// Why the last call of this thread failed; the text is overwritten by the next failure.
const char *tanada_vips_error(void);

/// Frees bytes that a function here has made.
void tanada_vips_free(void *bytes);

/// How a picture is scaled into a box.
typedef enum {
  /// The whole picture within the box.
  tanada_fit_contain,
  /// The box filled, around the focus.
  tanada_fit_cover,
  /// The box filled with the part that draws attention.
  tanada_fit_smart,
} tanada_fit;

/// A picture file as it is to be shown.
typedef struct {
  const char *path;
  /// The EXIF orientation that is to be applied, 1 to 8.
  int orientation;
  /// If true, a file is refused when its decoder reports missing or damaged pixels. If false, the picture is used as decoded.
  bool whole;
} tanada_source;

/// The size in pixels and the fit. Pictures are never enlarged: a box larger than the picture becomes
/// smaller in the same proportions.
typedef struct {
  int width, height;
  tanada_fit fit;
  /// The point that stays visible, 0 to 1 from the left and the top.
  double focus_x, focus_y;
} tanada_box;

/// Reads the size of the picture as it is shown, without decoding it.
bool tanada_vips_size(tanada_source source, int *width, int *height);

/// Scales a picture into a box and encodes it as `suffix` says: ".jpg[Q=80]". Metadata is left out, and
/// colours are converted to sRGB.
bool tanada_vips_rendition(
  tanada_source source, tanada_box box, const char *suffix, void **bytes, size_t *count);

/// Scales a picture into a box and returns its pixels, four bytes each: red, green, blue, opacity.
bool tanada_vips_pixels(
  tanada_source source, tanada_box box, uint8_t **pixels, int *width, int *height);

/// Encodes pixels of `bands` bytes each (3 or 4), row by row, as `suffix` says.
bool tanada_vips_encode(
  const uint8_t *pixels, int width, int height, int bands, const char *suffix, void **bytes,
  size_t *count);

/// Draws an SVG document that this program has made, `scale` pixels for each of its units, and encodes it
/// as PNG.
bool tanada_vips_drawing(
  const char *svg, size_t svg_count, double scale, void **bytes, size_t *count);

/// Starts a program with `input` as its standard input and nothing else of this process but standard
/// error. Returns 0, or the number of an error.
int tanada_spawn(
  const char *program, char *const arguments[], char *const environment[], int input,
  int32_t *process);

/// Whether this program was built with a sanitizer that takes terabytes of addresses for itself: its memory has no
/// limit then.
bool tanada_has_shadow_memory(void);

/// Limits this process for good: its memory and open files, no network, no other programs, no signals to other
/// processes, no core dumps. What the system does not support is left out.
///
/// Returns whether network and other programs are refused.
bool tanada_confine(uint64_t memory, uint64_t open_files);

/// Whether this process, a worker, changes no files, and reads none but those of the system's libraries and fonts and
/// those at and below the paths in the lines of `TANADA_WORKER_READS`; any without this variable. That begins before `main`,
/// where the system has Landlock.
bool tanada_has_own_files(void);

/// An opaque picture in sRGB that is drawn on.
typedef struct tanada_canvas tanada_canvas;

/// How a line of text is drawn, in bold.
typedef struct {
  /// The families to take glyphs from, separated by commas.
  const char *families;
  /// The size of the em in pixels.
  double size;
  /// "#rrggbb".
  const char *color;
} tanada_font;

/// Makes a canvas by repeating a square tile of `side` pixels, three bytes each: red, green, blue. NULL
/// if that fails.
tanada_canvas *tanada_vips_canvas_create(const uint8_t *tile, int side, int width, int height);

/// Draws the whole picture into a box on the canvas, where its proportions are those of the box. What
/// is transparent becomes white.
bool tanada_vips_canvas_draw_picture(
  tanada_canvas *canvas, tanada_source source, int x, int y, int width, int height);

/// Measures a line of text: the size of its ink, and how far its ink begins below the top of the line.
/// The text is not empty and has no control characters.
bool tanada_vips_text_ink(tanada_font font, const char *text, int *top, int *width, int *height);

/// Draws a line of text with its ink from (x, y) on, on white.
bool tanada_vips_canvas_draw_text(
  tanada_canvas *canvas, tanada_font font, const char *text, int x, int y);

/// Makes the canvas smaller, with what has been drawn.
bool tanada_vips_canvas_shrink(tanada_canvas *canvas, int width, int height);

/// Encodes what has been drawn as `suffix` says. Drawing goes on with another canvas.
bool tanada_vips_canvas_encode(
  tanada_canvas *canvas, const char *suffix, void **bytes, size_t *count);

void tanada_vips_canvas_free(tanada_canvas *canvas);

#endif
