#ifndef TANADA_CCURL_H
#define TANADA_CCURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of libcurl that tanada needs, without its headers.

#pragma clang assume_nonnull begin

/// The limits of a request. Times are in milliseconds.
typedef struct {
  /// Most bytes that are received; a larger Content-Length is refused at once. 0: no limit.
  int64_t maximum_bytes;
  int64_t connect_timeout, timeout;
  /// The time in which at least 1,000 bytes a second have to come on average, at least a second.
  int64_t stall_timeout;
  /// Most redirects that are followed. A request that follows none is sent as it is written, by HTTP/1.1.
  int redirects;
} tanada_request_limits;

/// How a request ends.
typedef enum {
  tanada_outcome_done,
  /// The URL or a redirect is neither http nor https, or not a URL.
  tanada_outcome_not_http,
  tanada_outcome_unresolved,
  /// `allows` refused the address in `detail`.
  tanada_outcome_refused,
  tanada_outcome_unreachable,
  /// The certificate or the encryption failed.
  tanada_outcome_insecure,
  tanada_outcome_too_many_redirects,
  /// The server answers with a status other than 200 to 299.
  tanada_outcome_status,
  tanada_outcome_too_large,
  tanada_outcome_timed_out,
  tanada_outcome_cancelled,
  /// `receive` ended the request.
  tanada_outcome_stopped,
  /// libcurl cannot be loaded, for the reason in `detail`.
  tanada_outcome_no_library,
  /// Anything else, such as a connection that closes early.
  tanada_outcome_failed,
} tanada_outcome;

typedef struct {
  tanada_outcome outcome;
  /// The refused address, or the message of libcurl. Ends with 0.
  char detail[1024];
  /// The URL of the last request, after redirects, which may be cut; empty for no request. Ends with 0.
  char url[1024];
} tanada_result;

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
  /// Allows URLs of http, for the request and for redirects.
  bool allows_http;
  /// Skips the body of an answer with a status other than 200 to 299.
  bool fails_on_status;
  tanada_request_limits limits;
  /// Passed to the functions.
  void *context;
  /// Allows or refuses a connection to an address of 4 or 16 bytes. Called before each connection, after names are
  /// resolved and redirects are followed. NULL: all addresses are allowed.
  bool (*_Nullable allows)(void *context, const uint8_t *address, size_t count);
  /// Takes a line of the header of the response, also the first one and the empty one at the end, with their CRLF.
  void (*note_line)(void *context, const char *bytes, size_t count);
  /// Takes the next bytes of the body of the response. Returns whether the request continues.
  bool (*receive)(void *context, const uint8_t *bytes, size_t count);
  /// Whether the request is to end early. Asked at least once a second.
  bool (*is_cancelled)(void *context);
} tanada_request;

/// Sends a request and waits for the response. Any status is a response: `outcome` is `tanada_outcome_done` or
/// `tanada_outcome_status`. Proxies of the environment are not used, and contents are received as they are sent, without
/// decompression.
void tanada_send(tanada_connection *connection, const tanada_request *request, tanada_result *result);

#pragma clang assume_nonnull end

#endif
