#ifndef TANADA_LIBRARY_H
#define TANADA_LIBRARY_H

// The type checks of its options are macros around the functions.
#define CURL_DISABLE_TYPECHECK

#include <curl/curl.h>

#include "CCurl.h"

// The functions of libcurl that are called here. The program does not link the library, which only the
// commands that send requests need.

#undef curl_easy_getinfo
#undef curl_easy_setopt

#define TANADA_CURL_FUNCTIONS(FUNCTION) \
  FUNCTION(curl_easy_cleanup)           \
  FUNCTION(curl_easy_getinfo)           \
  FUNCTION(curl_easy_init)              \
  FUNCTION(curl_easy_perform)           \
  FUNCTION(curl_easy_reset)             \
  FUNCTION(curl_easy_setopt)            \
  FUNCTION(curl_easy_strerror)          \
  FUNCTION(curl_global_init)            \
  FUNCTION(curl_slist_append)           \
  FUNCTION(curl_slist_free_all)

/// The functions, once tanada_curl_load() has found them.
typedef struct {
#define FUNCTION(name) __typeof__(name) *name;
  TANADA_CURL_FUNCTIONS(FUNCTION)
#undef FUNCTION
} tanada_curl_functions;

extern tanada_curl_functions tanada_curl;

/// Loads libcurl, finds its functions and starts it; once, on whatever thread asks first. Returns NULL, or why that
/// fails.
const char *tanada_curl_start(void);

/// The outcome of a transfer that ended with `code` and the status of the last response, or 0, if nothing else has
/// ended it.
tanada_outcome tanada_curl_outcome(CURLcode code, long status);

// Calls look as they do with a library that is linked.
#ifndef TANADA_CURL_LOADS
#define curl_easy_cleanup tanada_curl.curl_easy_cleanup
#define curl_easy_getinfo tanada_curl.curl_easy_getinfo
#define curl_easy_init tanada_curl.curl_easy_init
#define curl_easy_perform tanada_curl.curl_easy_perform
#define curl_easy_reset tanada_curl.curl_easy_reset
#define curl_easy_setopt tanada_curl.curl_easy_setopt
#define curl_easy_strerror tanada_curl.curl_easy_strerror
#define curl_global_init tanada_curl.curl_global_init
#define curl_slist_append tanada_curl.curl_slist_append
#define curl_slist_free_all tanada_curl.curl_slist_free_all
#endif

#endif
