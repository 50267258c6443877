#ifndef TANADA_CCURL_H
#define TANADA_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of libcurl that tanada needs, without its headers.

#pragma clang assume_nonnull begin

/// The limits of a fetch. Times are in milliseconds.
typedef struct {
  /// The most bytes that are received; a larger Content-Length is refused at once. 0: no limit.
  int64_t maximum_bytes;
  int64_t connect_timeout, timeout;
  /// The time in which at least 1,000 bytes a second have to come on average, at least a second.
  int64_t stall_timeout;
  int redirects;
} tanada_fetch_limits;

/// A fetch of a URL by http or https. The functions are called on the thread that fetches.
typedef struct {
  const char *url;
  /// How many bytes from the beginning are asked for; 0 for all. A server may send more.
  int64_t head;
  tanada_fetch_limits limits;
  /// Passed to the functions.
  void *context;
  /// Whether a connection may be made to an address of 4 or 16 bytes. Asked before each connection,
  /// when names have been resolved and redirects followed.
  bool (*allows)(void *context, const uint8_t *address, size_t count);
  /// Takes the next bytes. Returns whether the fetch goes on.
  bool (*receive)(void *context, const uint8_t *bytes, size_t count);
  /// Whether the fetch is to end early. Asked at least once a second.
  bool (*is_cancelled)(void *context);
} tanada_fetch_request;

/// How a fetch ends.
typedef enum {
  tanada_fetch_done,
  /// The URL or a redirect is neither http nor https, or not a URL.
  tanada_fetch_not_http,
  tanada_fetch_unresolved,
  /// `allows` refused the address in `detail`.
  tanada_fetch_refused,
  tanada_fetch_unreachable,
  /// The certificate or the encryption failed.
  tanada_fetch_insecure,
  tanada_fetch_too_many_redirects,
  /// The server answers with a status other than 200 to 299.
  tanada_fetch_status,
  tanada_fetch_too_large,
  tanada_fetch_timed_out,
  tanada_fetch_cancelled,
  /// `receive` ended the fetch.
  tanada_fetch_stopped,
  /// libcurl cannot be loaded, for the reason in `detail`.
  tanada_fetch_no_library,
  /// Anything else, such as a connection that closes early.
  tanada_fetch_failed,
} tanada_fetch_outcome;

typedef struct {
  tanada_fetch_outcome outcome;
  /// The status of the last response, or 0.
  int status;
  /// The URL that is not fetched (not_http, unresolved), which may be cut, the refused address, or what
  /// libcurl says. Ends with 0.
  char detail[1024];
} tanada_fetch_result;

/// Fetches a URL and waits for it; the first fetch loads libcurl. Safe on several threads at a time.
/// Proxies of the environment are not used, and contents are received as they are sent, without
/// decompression.
void tanada_fetch(const tanada_fetch_request *request, tanada_fetch_result *result);

/// A connection, or several, to the servers of requests, one request at a time.
typedef struct tanada_connection tanada_connection;

/// Makes a connection that is made when it is needed. Returns NULL without memory; the first one loads libcurl.
tanada_connection *_Nullable tanada_connection_make(void);

/// Closes a connection.
void tanada_connection_free(tanada_connection *connection);

/// A request by http or https with a method, header fields and a body. The functions are called on the thread that
/// sends.
typedef struct {
  const char *url;
  /// GET, HEAD, PUT or DELETE, or POST without a body.
  const char *method;
  /// Lines of the header such as `Range: bytes=0-9`, as many as `field_count`.
  const char *_Nonnull const *_Nonnull fields;
  size_t field_count;
  /// The open file whose first `body_count` bytes are the body of a PUT; -1 for no body. Its position is not used.
  int body;
  int64_t body_count;
  /// Whether the URL may be one of http.
  bool allows_http;
  /// `redirects` is not used: none are followed.
  tanada_fetch_limits limits;
  /// Passed to the functions.
  void *context;
  /// Takes a line of the header of the response, also the first one and the empty one at the end, with their CRLF.
  void (*note_line)(void *context, const char *bytes, size_t count);
  /// Takes the next bytes of the body of the response. Returns whether the request goes on.
  bool (*receive)(void *context, const uint8_t *bytes, size_t count);
  /// Whether the request is to end early. Asked at least once a second.
  bool (*is_cancelled)(void *context);
} tanada_request;

/// Sends a request and waits for the response. Any status is a response: `outcome` is `tanada_fetch_done` or
/// `tanada_fetch_status`. Proxies of the environment are not used.
void tanada_send(
  tanada_connection *connection, const tanada_request *request, tanada_fetch_result *result);

#pragma clang assume_nonnull end

#endif
