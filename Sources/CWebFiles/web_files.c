// The files of the pages, as bytes of the program. The compiler reads them as they are: as literals of arrays in Swift,
// some hundred thousand bytes took it minutes.

#include "web_files.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char tanada_documents_d_ts[] = {
#embed "../../Web/assets/documents.d.ts"
};
static const unsigned char tanada_gallery_css[] = {
#embed "../../Web/assets/gallery.css"
};
static const unsigned char tanada_gallery_html[] = {
#embed "../../Web/pages/gallery.html"
};
static const unsigned char tanada_gallery_js[] = {
#embed "../../Web/assets/gallery.js"
};
static const unsigned char tanada_home_css[] = {
#embed "../../Web/assets/home.css"
};
static const unsigned char tanada_home_html[] = {
#embed "../../Web/pages/home.html"
};
static const unsigned char tanada_home_js[] = {
#embed "../../Web/assets/home.js"
};
static const unsigned char tanada_icon_svg[] = {
#embed "../../Web/pages/icon.svg"
};
static const unsigned char tanada_impressions_js[] = {
#embed "../../Web/assets/impressions.js"
};
static const unsigned char tanada_later_js[] = {
#embed "../../Web/assets/later.js"
};
static const unsigned char tanada_motions_js[] = {
#embed "../../Web/assets/motions.js"
};
static const unsigned char tanada_studio_css[] = {
#embed "../../Web/assets/studio.css"
};
static const unsigned char tanada_studio_html[] = {
#embed "../../Web/pages/studio.html"
};
static const unsigned char tanada_studio_js[] = {
#embed "../../Web/assets/studio.js"
};
static const unsigned char tanada_tanada_core_d_ts[] = {
#embed "../../Web/assets/tanada-core.d.ts"
};
static const unsigned char tanada_tanada_core_js[] = {
#embed "../../Web/assets/tanada-core.js"
};
static const unsigned char tanada_tanada_d_ts[] = {
#embed "../../Web/assets/tanada.d.ts"
};
static const unsigned char tanada_tanada_js[] = {
#embed "../../Web/assets/tanada.js"
};
static const unsigned char tanada_viewer_js[] = {
#embed "../../Web/assets/viewer.js"
};

#define FILE(name, bytes) {name, bytes, sizeof(bytes)}

static const struct tanada_web_file files[] = {
  FILE("documents.d.ts", tanada_documents_d_ts),
  FILE("gallery.css", tanada_gallery_css),
  FILE("gallery.html", tanada_gallery_html),
  FILE("gallery.js", tanada_gallery_js),
  FILE("home.css", tanada_home_css),
  FILE("home.html", tanada_home_html),
  FILE("home.js", tanada_home_js),
  FILE("icon.svg", tanada_icon_svg),
  FILE("impressions.js", tanada_impressions_js),
  FILE("later.js", tanada_later_js),
  FILE("motions.js", tanada_motions_js),
  FILE("studio.css", tanada_studio_css),
  FILE("studio.html", tanada_studio_html),
  FILE("studio.js", tanada_studio_js),
  FILE("tanada-core.d.ts", tanada_tanada_core_d_ts),
  FILE("tanada-core.js", tanada_tanada_core_js),
  FILE("tanada.d.ts", tanada_tanada_d_ts),
  FILE("tanada.js", tanada_tanada_js),
  FILE("viewer.js", tanada_viewer_js),
};

const struct tanada_web_file *tanada_web_files(size_t *count) {
  *count = sizeof(files) / sizeof(*files);
  return files;
}
