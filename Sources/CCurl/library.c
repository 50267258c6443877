#define TANADA_CURL_LOADS
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

tanada_curl_functions tanada_curl;

static const char *const library_name = "libcurl.so.4";

/// Returns NULL, or why the library cannot be loaded.
static const char *load(void) {
  static char reason[512];
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    snprintf(
      reason, sizeof reason, "libcurl cannot be loaded (Debian's libcurl4 has it): %s", dlerror());
    return reason;
  }
#define FUNCTION(name)                                                                      \
  if (!(tanada_curl.name = (__typeof__(name) *)dlsym(library, #name))) {                    \
    snprintf(                                                                               \
      reason, sizeof reason,                                                                \
      "%s has no %s: another version is needed (Debian's libcurl4)", library_name, #name); \
    return reason;                                                                          \
  }
  TANADA_CURL_FUNCTIONS(FUNCTION)
#undef FUNCTION
  return NULL;
}

/// Why libcurl cannot be used; NULL if it can.
static const char *missing;

static void start(void) {
  missing = load();
  if (!missing && tanada_curl.curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    missing = "libcurl does not start";
}

const char *tanada_curl_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
  return missing;
}

tanada_outcome tanada_curl_outcome(CURLcode code, long status) {
  switch (code) {
    case CURLE_OK: return status / 100 == 2 ? tanada_outcome_done : tanada_outcome_status;
    case CURLE_HTTP_RETURNED_ERROR: return tanada_outcome_status;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT: return tanada_outcome_not_http;
    case CURLE_COULDNT_RESOLVE_HOST: return tanada_outcome_unresolved;
    case CURLE_COULDNT_CONNECT: return tanada_outcome_unreachable;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS: return tanada_outcome_insecure;
    case CURLE_TOO_MANY_REDIRECTS: return tanada_outcome_too_many_redirects;
    case CURLE_FILESIZE_EXCEEDED: return tanada_outcome_too_large;
    case CURLE_OPERATION_TIMEDOUT: return tanada_outcome_timed_out;
    case CURLE_ABORTED_BY_CALLBACK: return tanada_outcome_cancelled;
    default: return tanada_outcome_failed;
  }
}
