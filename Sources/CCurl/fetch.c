#define _GNU_SOURCE
#include "CBuild.h"
#include "CCurl.h"
#include "library.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/// A fetch that runs.
typedef struct {
  const tanada_fetch_request *request;
  int64_t received;
  bool is_too_large, is_stopped;
  /// The address that was refused last, if no other was tried since.
  char refused[INET6_ADDRSTRLEN];
} transfer;

/// Opens a socket for an address, unless the address is refused.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  transfer *transfer = context;
  const struct sockaddr *general = &address->addr;
  const void *bytes;
  size_t count;
  switch (address->family) {
    case AF_INET:
      bytes = &((const struct sockaddr_in *)general)->sin_addr;
      count = 4;
      break;
    case AF_INET6:
      bytes = &((const struct sockaddr_in6 *)general)->sin6_addr;
      count = 16;
      break;
    default: return CURL_SOCKET_BAD;
  }
  if (purpose != CURLSOCKTYPE_IPCXN ||
      !transfer->request->allows(transfer->request->context, bytes, count)) {
    inet_ntop(address->family, bytes, transfer->refused, sizeof transfer->refused);
    return CURL_SOCKET_BAD;
  }
  transfer->refused[0] = 0;
  int type = address->socktype;
#ifdef SOCK_CLOEXEC
  type |= SOCK_CLOEXEC;
#endif
  return socket(address->family, type, address->protocol);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  transfer *transfer = context;
  count *= size;
  int64_t limit = transfer->request->limits.maximum_bytes;
  transfer->received += (int64_t)count;
  transfer->is_too_large = limit > 0 && transfer->received > limit;
  if (transfer->is_too_large) return CURL_WRITEFUNC_ERROR;
  transfer->is_stopped =
    !transfer->request->receive(transfer->request->context, (const uint8_t *)bytes, count);
  return transfer->is_stopped ? CURL_WRITEFUNC_ERROR : count;
}

/// Returns other than 0 to end the fetch.
static int progress(
  void *context, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up_now) {
  (void)total, (void)now, (void)up_total, (void)up_now;
  const tanada_fetch_request *request = ((transfer *)context)->request;
  return request->is_cancelled(request->context);
}

/// Sets the options of a fetch. Returns whether this libcurl has them all.
static bool prepare(CURL *curl, transfer *transfer, char *reason) {
  const tanada_fetch_request *request = transfer->request;
  const tanada_fetch_limits *limits = &request->limits;
  bool valid = true;
#define SET(option, value) valid &= curl_easy_setopt(curl, option, value) == CURLE_OK
  SET(CURLOPT_ERRORBUFFER, reason);
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_USERAGENT, "tanada/" TANADA_NUMBER);

  // 1. Where to: http and https, straight to addresses that are allowed.
  SET(CURLOPT_PROTOCOLS_STR, "http,https");
  SET(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
  SET(CURLOPT_FOLLOWLOCATION, 1L);
  SET(CURLOPT_MAXREDIRS, (long)limits->redirects);
  SET(CURLOPT_PROXY, "");
  SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
  SET(CURLOPT_OPENSOCKETDATA, transfer);

  // 2. How much and how long.
  SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)limits->maximum_bytes);
  SET(CURLOPT_CONNECTTIMEOUT_MS, (long)limits->connect_timeout);
  SET(CURLOPT_TIMEOUT_MS, (long)limits->timeout);
  SET(CURLOPT_LOW_SPEED_LIMIT, 1000L);
  SET(CURLOPT_LOW_SPEED_TIME, (long)((limits->stall_timeout + 999) / 1000));
  SET(CURLOPT_NOSIGNAL, 1L);
  // A name server that does not answer is not waited for when the time is over. Not every libcurl has the option.
  curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
  SET(CURLOPT_NOPROGRESS, 0L);
  SET(CURLOPT_XFERINFOFUNCTION, progress);
  SET(CURLOPT_XFERINFODATA, transfer);

  // 3. What is received.
  char range[32];
  snprintf(range, sizeof range, "0-%lld", (long long)request->head - 1);
  if (request->head > 0) SET(CURLOPT_RANGE, range);
  SET(CURLOPT_FAILONERROR, 1L);
  SET(CURLOPT_WRITEFUNCTION, receive);
  SET(CURLOPT_WRITEDATA, transfer);
#undef SET
  return valid;
}

static tanada_fetch_outcome outcome_of(CURLcode code, const transfer *transfer, long status) {
  // The body of a redirect that leads nowhere.
  if (transfer->received > 0 && status / 100 != 2) return tanada_fetch_status;
  if (transfer->is_too_large) return tanada_fetch_too_large;
  if (transfer->is_stopped) return tanada_fetch_stopped;
  tanada_fetch_outcome outcome = tanada_curl_outcome(code, status);
  return outcome == tanada_fetch_unreachable && transfer->refused[0] ? tanada_fetch_refused : outcome;
}

void tanada_fetch(const tanada_fetch_request *request, tanada_fetch_result *result) {
  *result = (tanada_fetch_result){.outcome = tanada_fetch_failed};
  const char *missing = tanada_curl_start();
  if (missing) {
    result->outcome = tanada_fetch_no_library;
    snprintf(result->detail, sizeof result->detail, "%s", missing);
    return;
  }
  CURL *curl = curl_easy_init();
  if (!curl) {
    snprintf(result->detail, sizeof result->detail, "libcurl does not start");
    return;
  }

  transfer transfer = {.request = request};
  char reason[CURL_ERROR_SIZE] = "";
  if (!prepare(curl, &transfer, reason)) {
    snprintf(result->detail, sizeof result->detail, "this libcurl is too old");
    curl_easy_cleanup(curl);
    return;
  }
  CURLcode code = curl_easy_perform(curl);

  long status = 0;
  char *url = NULL;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(curl, CURLINFO_EFFECTIVE_URL, &url);
  result->outcome = outcome_of(code, &transfer, status);
  result->status = (int)status;
  const char *detail = reason[0] ? reason : curl_easy_strerror(code);
  switch (result->outcome) {
    case tanada_fetch_not_http:
    case tanada_fetch_unresolved: detail = url ? url : request->url; break;
    case tanada_fetch_refused: detail = transfer.refused; break;
    default: break;
  }
  snprintf(result->detail, sizeof result->detail, "%s", detail);
  curl_easy_cleanup(curl);
}
