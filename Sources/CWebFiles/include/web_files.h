#ifndef TANADA_WEB_FILES_H
#define TANADA_WEB_FILES_H

#include <stddef.h>

/// A file of the pages, by the name that pages and scripts call it.
struct tanada_web_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The files of the pages, and in `count` how many there are.
const struct tanada_web_file *tanada_web_files(size_t *count);

#endif
