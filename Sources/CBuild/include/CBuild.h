#ifndef TANADA_CBUILD_H
#define TANADA_CBUILD_H

#include <stdbool.h>
#include <stddef.h>

/// The number of the version that this tree is, or leads to. It stands here and nowhere else: scripts/release sets it.
#define TANADA_NUMBER "1.0.0"

/// The commit, the day and the packages of the build. A text that is not known is empty.
typedef struct {
  /// The commit, 40 digits.
  const char *commit;
  /// The day of the commit: 2026-11-26.
  const char *date;
  /// The newest tag before the commit, as `git describe` writes it: v1.0.0, v1.0.0-12-gabcdef0.
  const char *described;
  /// Whether files had been changed since the commit.
  bool is_modified;
  /// The version of the compiler.
  const char *swift;
  /// The packages that the program is built on, one a line: a name, a space, a version.
  const char *packages;
} tanada_build_facts;

/// Returns what is known of this build.
tanada_build_facts tanada_build(void);

/// Finds a function of a library, which is loaded if it is not yet. The library stays loaded.
///
/// Returns NULL if there is no such library or function.
void *tanada_library_function(const char *library, const char *function);

#endif
