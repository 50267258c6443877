#ifndef TANADA_CPOSTGRESQL_H
#define TANADA_CPOSTGRESQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The part of libpq that tanada needs, without its headers. Before anything else, tanada_postgresql_load() has to
// have succeeded.

#pragma clang assume_nonnull begin

/// A connection, of which one thread at a time may make use; PGconn of libpq.
typedef struct pg_conn tanada_postgresql;
/// What a statement answers, until it is cleared; PGresult of libpq.
typedef struct pg_result tanada_postgresql_result;
/// What cancels the statement of a connection, from any thread; PGcancel of libpq.
typedef struct pg_cancel tanada_postgresql_cancel;

/// Loads libpq when it is called first. Returns NULL, or why that fails. Safe on several threads at a time.
const char *_Nullable tanada_postgresql_load(void);

// Connections.

/// Connects and waits for it. `keywords` and `values` end with NULL. Returns a connection that may be bad, to be
/// closed in any case; NULL if there is no memory. The message of a server that refuses has its SQLSTATE in it.
tanada_postgresql *_Nullable tanada_postgresql_connect(
  const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values);
void tanada_postgresql_close(tanada_postgresql *connection);
/// Whether the connection works, by what has been sent and received so far.
bool tanada_postgresql_is_good(const tanada_postgresql *connection);
/// The message of the last failure, in one or more lines.
const char *tanada_postgresql_message(const tanada_postgresql *connection);
/// The host, address or folder that is connected to, and the port.
const char *_Nullable tanada_postgresql_host(const tanada_postgresql *connection);
const char *_Nullable tanada_postgresql_port(const tanada_postgresql *connection);
/// The version of the server, such as 150018; 0 without a connection.
int tanada_postgresql_server_version(const tanada_postgresql *connection);
/// The identifier of the server's process for this connection.
int tanada_postgresql_process(const tanada_postgresql *connection);
/// The file descriptor of the socket; -1 without a connection.
int tanada_postgresql_socket(const tanada_postgresql *connection);

/// Where a connection is in its transactions.
typedef enum {
  tanada_postgresql_idle,
  tanada_postgresql_active,
  tanada_postgresql_in_transaction,
  tanada_postgresql_in_failed_transaction,
  tanada_postgresql_unknown,
} tanada_postgresql_transaction;
tanada_postgresql_transaction tanada_postgresql_transaction_status(const tanada_postgresql *connection);

/// Has `receive` called with the notices of the server, while results are read.
void tanada_postgresql_on_notice(
  tanada_postgresql *connection,
  void (*_Nonnull receive)(void *_Nullable context, const tanada_postgresql_result *_Nullable notice),
  void *_Nullable context);

// Statements, which are sent as a pipeline.

/// The pipeline mode of libpq. Returns whether it is changed.
bool tanada_postgresql_enter_pipeline(tanada_postgresql *connection);
bool tanada_postgresql_exit_pipeline(tanada_postgresql *connection);
/// Ends a part of the pipeline with a point of synchronization, and sends it.
bool tanada_postgresql_synchronize(tanada_postgresql *connection);
/// Asks the server to send what it has, and sends that.
bool tanada_postgresql_flush(tanada_postgresql *connection);
/// Queues the preparation of a statement.
bool tanada_postgresql_prepare(
  tanada_postgresql *connection, const char *name, const char *sql, int count,
  const uint32_t *_Nullable types);

/// The parameters of a statement, all in the binary format.
typedef struct {
  int count;
  /// The identifiers of the types; 0 where the server infers it.
  const uint32_t *_Nullable types;
  /// The lengths in bytes; -1 for NULL.
  const int *_Nullable lengths;
  /// All bytes, one parameter after the other.
  const uint8_t *_Nullable bytes;
} tanada_postgresql_parameters;

/// Queues a statement, or one that was prepared under a name; results come in the binary format.
bool tanada_postgresql_send(
  tanada_postgresql *connection, const char *sql, const tanada_postgresql_parameters *parameters);
bool tanada_postgresql_send_prepared(
  tanada_postgresql *connection, const char *name, const tanada_postgresql_parameters *parameters);
/// Sends statements without parameters, outside the pipeline mode.
bool tanada_postgresql_send_simple(tanada_postgresql *connection, const char *sql);
/// Has the rows of the next statement come one by one.
bool tanada_postgresql_set_single_row(tanada_postgresql *connection);

// Results.

/// What a result is; ExecStatusType of libpq.
typedef enum {
  tanada_postgresql_empty = 0,
  tanada_postgresql_done = 1,
  tanada_postgresql_rows = 2,
  tanada_postgresql_copy_out = 3,
  tanada_postgresql_copy_in = 4,
  tanada_postgresql_failed = 7,
  tanada_postgresql_single_row = 9,
  tanada_postgresql_synchronized = 10,
  tanada_postgresql_aborted = 11,
} tanada_postgresql_status;

/// Waits for the next result. NULL when a statement has no more.
tanada_postgresql_result *_Nullable tanada_postgresql_next(tanada_postgresql *connection);
void tanada_postgresql_clear(tanada_postgresql_result *result);
tanada_postgresql_status tanada_postgresql_status_of(const tanada_postgresql_result *result);
int tanada_postgresql_row_count(const tanada_postgresql_result *result);
int tanada_postgresql_column_count(const tanada_postgresql_result *result);
const char *tanada_postgresql_column_name(const tanada_postgresql_result *result, int column);
uint32_t tanada_postgresql_column_type(const tanada_postgresql_result *result, int column);
/// The bytes of a value; NULL if it is NULL.
const uint8_t *_Nullable tanada_postgresql_value(
  const tanada_postgresql_result *result, int row, int column, int *count);
/// The number of rows that a statement changed, and the words of its command such as "INSERT 0 1".
const char *tanada_postgresql_changes(const tanada_postgresql_result *result);
const char *tanada_postgresql_command(const tanada_postgresql_result *result);
/// A field of an error or a notice; the codes are those of the protocol: 'V' severity, 'C' SQLSTATE, 'M' message,
/// 'D' detail, 'H' hint, 'n' constraint, 't' table, 'P' position, 'R' function of the server.
const char *_Nullable tanada_postgresql_field(const tanada_postgresql_result *result, int code);
/// The message of an error that has no fields, in one or more lines.
const char *tanada_postgresql_result_message(const tanada_postgresql_result *result);

// Copying rows in, outside the pipeline mode.

/// Sends bytes of a COPY.
bool tanada_postgresql_put(
  tanada_postgresql *connection, const uint8_t *_Nullable bytes, int count);
/// Ends a COPY, without an effect if there is a reason.
bool tanada_postgresql_end_copy(tanada_postgresql *connection, const char *_Nullable reason);

// Notifications.

/// A notification; its texts last until it is freed.
typedef struct {
  /// To be passed to tanada_postgresql_free(); NULL if there is no notification.
  void *_Nullable memory;
  const char *_Nullable channel;
  const char *_Nullable payload;
  /// The server's process that notifies.
  int process;
} tanada_postgresql_notification;

/// Reads what has come without waiting. Returns whether the connection works.
bool tanada_postgresql_consume(tanada_postgresql *connection);
tanada_postgresql_notification tanada_postgresql_next_notification(tanada_postgresql *connection);
void tanada_postgresql_free(void *memory);

// Cancelling.

tanada_postgresql_cancel *_Nullable tanada_postgresql_get_cancel(tanada_postgresql *connection);
void tanada_postgresql_free_cancel(tanada_postgresql_cancel *cancel);
/// Asks the server to cancel what the connection does, over a connection of its own, and waits until that is
/// sent. Returns whether it is. Safe on any thread.
bool tanada_postgresql_send_cancel(tanada_postgresql_cancel *cancel);

#pragma clang assume_nonnull end

#endif
