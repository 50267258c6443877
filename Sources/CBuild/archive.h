// Replaced by `git archive`, so that a program that is built from an archive knows its commit (gitattributes(5),
// export-subst).
#define TANADA_ARCHIVE_COMMIT "$Format:%H$"
#define TANADA_ARCHIVE_DATE "$Format:%cs$"
#define TANADA_ARCHIVE_DESCRIBED "$Format:%(describe:tags=true,match=v[0-9]*)$"
