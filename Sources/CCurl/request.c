#define _GNU_SOURCE
#include "CBuild.h"
#include "CCurl.h"
#include "library.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct tanada_connection {
  /// Keeps connections to servers open from one request to the next.
  CURL *curl;
};

/// A request on its way.
typedef struct {
  const tanada_request *request;
  int64_t sent, received;
  bool is_too_large, is_stopped;
  /// The address that was refused last, if no other was tried since.
  char refused[INET6_ADDRSTRLEN];
} exchange;

tanada_connection *tanada_connection_make(void) {
  tanada_connection *connection = calloc(1, sizeof *connection);
  if (connection && !tanada_curl_start()) connection->curl = curl_easy_init();
  return connection;
}

void tanada_connection_free(tanada_connection *connection) {
  if (connection->curl) curl_easy_cleanup(connection->curl);
  free(connection);
}

/// Opens a socket for an address, unless the address is refused.
static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  exchange *exchange = context;
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
      !exchange->request->allows(exchange->request->context, bytes, count)) {
    inet_ntop(address->family, bytes, exchange->refused, sizeof exchange->refused);
    return CURL_SOCKET_BAD;
  }
  exchange->refused[0] = 0;
  int type = address->socktype;
#ifdef SOCK_CLOEXEC
  type |= SOCK_CLOEXEC;
#endif
  return socket(address->family, type, address->protocol);
}

/// The next bytes of the body.
static size_t read_body(char *bytes, size_t size, size_t count, void *context) {
  exchange *exchange = context;
  int64_t rest = exchange->request->body_count - exchange->sent;
  count *= size;
  if ((int64_t)count > rest) count = (size_t)rest;
  if (count == 0) return 0;
  ssize_t done;
  do done = pread(exchange->request->body, bytes, count, exchange->sent);
  while (done < 0 && errno == EINTR);
  // A file that is shorter than was said.
  if (done <= 0) return CURL_READFUNC_ABORT;
  exchange->sent += done;
  return (size_t)done;
}

/// Goes back in the body, when a connection that was kept open turns out to be closed.
static int seek_body(void *context, curl_off_t offset, int origin) {
  if (origin != SEEK_SET) return CURL_SEEKFUNC_CANTSEEK;
  ((exchange *)context)->sent = offset;
  return CURL_SEEKFUNC_OK;
}

static size_t note_line(char *bytes, size_t size, size_t count, void *context) {
  const tanada_request *request = ((exchange *)context)->request;
  request->note_line(request->context, bytes, size * count);
  return size * count;
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  exchange *exchange = context;
  const tanada_request *request = exchange->request;
  count *= size;
  exchange->received += (int64_t)count;
  int64_t limit = request->limits.maximum_bytes;
  exchange->is_too_large = limit > 0 && exchange->received > limit;
  if (exchange->is_too_large) return CURL_WRITEFUNC_ERROR;
  exchange->is_stopped = !request->receive(request->context, (const uint8_t *)bytes, count);
  return exchange->is_stopped ? CURL_WRITEFUNC_ERROR : count;
}

/// Returns other than 0 to end the request.
static int progress(
  void *context, curl_off_t total, curl_off_t now, curl_off_t up_total, curl_off_t up_now) {
  (void)total, (void)now, (void)up_total, (void)up_now;
  const tanada_request *request = ((exchange *)context)->request;
  return request->is_cancelled(request->context);
}

/// The header fields of a request; NULL without memory.
static struct curl_slist *fields_of(const tanada_request *request) {
  // Without it, the body of a large request waits for a second for servers that do not know of it.
  struct curl_slist *list = curl_slist_append(NULL, "Expect:");
  for (size_t index = 0; list && index < request->field_count; index++) {
    struct curl_slist *longer = curl_slist_append(list, request->fields[index]);
    if (!longer) curl_slist_free_all(list);
    list = longer;
  }
  return list;
}

/// Sets the options of a request. Returns whether this libcurl has them all.
static bool prepare(CURL *curl, exchange *exchange, struct curl_slist *fields, char *reason) {
  const tanada_request *request = exchange->request;
  const tanada_request_limits *limits = &request->limits;
  bool valid = true;
#define SET(option, value) valid &= curl_easy_setopt(curl, option, value) == CURLE_OK
  SET(CURLOPT_ERRORBUFFER, reason);
  SET(CURLOPT_USERAGENT, "tanada/" TANADA_NUMBER);

  // 1. Where to: straight to a server, and to those that it redirects to if the request follows redirects. Others are
  //    sent as they are written: they may be signed for their address.
  const char *protocols = request->allows_http ? "http,https" : "https";
  SET(CURLOPT_URL, request->url);
  SET(CURLOPT_PROTOCOLS_STR, protocols);
  SET(CURLOPT_REDIR_PROTOCOLS_STR, protocols);
  SET(CURLOPT_FOLLOWLOCATION, limits->redirects > 0 ? 1L : 0L);
  SET(CURLOPT_MAXREDIRS, (long)limits->redirects);
  if (limits->redirects == 0) {
    SET(CURLOPT_PATH_AS_IS, 1L);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  }
  SET(CURLOPT_PROXY, "");
  if (request->allows) {
    SET(CURLOPT_OPENSOCKETFUNCTION, open_socket);
    SET(CURLOPT_OPENSOCKETDATA, exchange);
  }

  // 2. What is sent.
  SET(CURLOPT_HTTPHEADER, fields);
  if (strcmp(request->method, "PUT") == 0) {
    SET(CURLOPT_UPLOAD, 1L);
    SET(CURLOPT_INFILESIZE_LARGE, (curl_off_t)(request->body >= 0 ? request->body_count : 0));
    SET(CURLOPT_READFUNCTION, read_body);
    SET(CURLOPT_READDATA, exchange);
    SET(CURLOPT_SEEKFUNCTION, seek_body);
    SET(CURLOPT_SEEKDATA, exchange);
  } else if (strcmp(request->method, "HEAD") == 0) {
    SET(CURLOPT_NOBODY, 1L);
  } else if (strcmp(request->method, "GET") != 0) {
    SET(CURLOPT_CUSTOMREQUEST, request->method);
  }

  // 3. How much and how long.
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
  SET(CURLOPT_XFERINFODATA, exchange);

  // 4. What is received.
  SET(CURLOPT_FAILONERROR, request->fails_on_status ? 1L : 0L);
  SET(CURLOPT_HEADERFUNCTION, note_line);
  SET(CURLOPT_HEADERDATA, exchange);
  SET(CURLOPT_WRITEFUNCTION, receive);
  SET(CURLOPT_WRITEDATA, exchange);
#undef SET
  return valid;
}

static tanada_outcome outcome_of(CURLcode code, const exchange *exchange, long status) {
  // The body of a redirect that leads nowhere.
  if (exchange->request->fails_on_status && exchange->received > 0 && status / 100 != 2)
    return tanada_outcome_status;
  if (exchange->is_too_large) return tanada_outcome_too_large;
  if (exchange->is_stopped) return tanada_outcome_stopped;
  tanada_outcome outcome = tanada_curl_outcome(code, status);
  return outcome == tanada_outcome_unreachable && exchange->refused[0] ? tanada_outcome_refused : outcome;
}

void tanada_send(tanada_connection *connection, const tanada_request *request, tanada_result *result) {
  *result = (tanada_result){.outcome = tanada_outcome_failed};
  const char *missing = tanada_curl_start();
  if (missing) {
    result->outcome = tanada_outcome_no_library;
    snprintf(result->detail, sizeof result->detail, "%s", missing);
    return;
  }
  CURL *curl = connection->curl;
  struct curl_slist *fields = curl ? fields_of(request) : NULL;
  if (!fields) {
    snprintf(result->detail, sizeof result->detail, "there is no memory for a request");
    return;
  }
  exchange exchange = {.request = request};
  char reason[CURL_ERROR_SIZE] = "";
  curl_easy_reset(curl); // keeps its connections
  if (prepare(curl, &exchange, fields, reason)) {
    CURLcode code = curl_easy_perform(curl);
    long status = 0;
    char *url = NULL;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(curl, CURLINFO_EFFECTIVE_URL, &url);
    result->outcome = outcome_of(code, &exchange, status);
    snprintf(result->url, sizeof result->url, "%s", url ? url : request->url);
    const char *detail = reason[0] ? reason : curl_easy_strerror(code);
    long error = 0;
    curl_easy_getinfo(curl, CURLINFO_OS_ERRNO, &error);
    if (result->outcome == tanada_outcome_refused) detail = exchange.refused;
    if (result->outcome == tanada_outcome_unreachable && error) detail = strerror((int)error);
    snprintf(result->detail, sizeof result->detail, "%s", detail);
  } else {
    snprintf(result->detail, sizeof result->detail, "this libcurl is too old");
  }
  // Nothing of the request stays behind.
  curl_easy_reset(curl);
  curl_slist_free_all(fields);
}
