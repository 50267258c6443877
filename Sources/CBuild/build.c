#include "CBuild.h"
#include "archive.h"

// scripts/build writes the file, and is the only one to use it: in any other build it would tell of an older commit.
#if defined(TANADA_RECORDED) && __has_include("recorded.h")
#include "recorded.h"
#endif

#ifndef TANADA_COMMIT
#define TANADA_COMMIT ""
#define TANADA_DATE ""
#define TANADA_DESCRIBED ""
#define TANADA_IS_MODIFIED false
#endif
#ifndef TANADA_SWIFT
#define TANADA_SWIFT ""
#define TANADA_PACKAGES ""
#endif

tanada_build_facts tanada_build(void) {
  tanada_build_facts facts = {
    .commit = TANADA_COMMIT,
    .date = TANADA_DATE,
    .described = TANADA_DESCRIBED,
    .is_modified = TANADA_IS_MODIFIED,
    .swift = TANADA_SWIFT,
    .packages = TANADA_PACKAGES,
  };
  // `git archive` has replaced what is between dollars. In a checkout it is as it was.
  static const char commit[] = TANADA_ARCHIVE_COMMIT;
  if (!facts.commit[0] && commit[0] != '$') {
    facts.commit = commit;
    facts.date = TANADA_ARCHIVE_DATE;
    facts.described = TANADA_ARCHIVE_DESCRIBED;
  }
  return facts;
}
