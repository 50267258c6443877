#include "CPostgreSQL.h"
#include "library.h"

#include <string.h>

tanada_postgresql *tanada_postgresql_connect(const char *const *keywords, const char *const *values) {
  PGconn *connection = tanada_pq.PQconnectdbParams(keywords, values, 0);
  if (!connection) return NULL;
  if (tanada_pq.PQstatus(connection) != CONNECTION_OK &&
      strstr(tanada_pq.PQerrorMessage(connection), "FATAL")) {
    // A server has answered, and libpq has forgotten the SQLSTATE. Once more, with messages that have it.
    tanada_pq.PQsetErrorVerbosity(connection, PQERRORS_VERBOSE);
    tanada_pq.PQreset(connection);
    tanada_pq.PQsetErrorVerbosity(connection, PQERRORS_DEFAULT);
  }
  return connection;
}

void tanada_postgresql_close(tanada_postgresql *connection) {
  tanada_pq.PQfinish(connection);
}

bool tanada_postgresql_is_good(const tanada_postgresql *connection) {
  return tanada_pq.PQstatus(connection) == CONNECTION_OK;
}

const char *tanada_postgresql_message(const tanada_postgresql *connection) {
  return tanada_pq.PQerrorMessage(connection);
}

const char *tanada_postgresql_host(const tanada_postgresql *connection) {
  return tanada_pq.PQhost(connection);
}

const char *tanada_postgresql_port(const tanada_postgresql *connection) {
  return tanada_pq.PQport(connection);
}

int tanada_postgresql_server_version(const tanada_postgresql *connection) {
  return tanada_pq.PQserverVersion(connection);
}

int tanada_postgresql_process(const tanada_postgresql *connection) {
  return tanada_pq.PQbackendPID(connection);
}

int tanada_postgresql_socket(const tanada_postgresql *connection) {
  return tanada_pq.PQsocket(connection);
}

_Static_assert((int)tanada_postgresql_idle == PQTRANS_IDLE, "");
_Static_assert((int)tanada_postgresql_active == PQTRANS_ACTIVE, "");
_Static_assert((int)tanada_postgresql_in_transaction == PQTRANS_INTRANS, "");
_Static_assert((int)tanada_postgresql_in_failed_transaction == PQTRANS_INERROR, "");
_Static_assert((int)tanada_postgresql_unknown == PQTRANS_UNKNOWN, "");

tanada_postgresql_transaction tanada_postgresql_transaction_status(const tanada_postgresql *connection) {
  return (tanada_postgresql_transaction)tanada_pq.PQtransactionStatus(connection);
}

void tanada_postgresql_on_notice(
  tanada_postgresql *connection,
  void (*receive)(void *context, const tanada_postgresql_result *notice), void *context) {
  tanada_pq.PQsetNoticeReceiver(connection, receive, context);
}

bool tanada_postgresql_consume(tanada_postgresql *connection) {
  return tanada_pq.PQconsumeInput(connection);
}

tanada_postgresql_notification tanada_postgresql_next_notification(tanada_postgresql *connection) {
  PGnotify *notification = tanada_pq.PQnotifies(connection);
  if (!notification) return (tanada_postgresql_notification){0};
  return (tanada_postgresql_notification){
    .memory = notification,
    .channel = notification->relname,
    .payload = notification->extra,
    .process = notification->be_pid,
  };
}

void tanada_postgresql_free(void *memory) {
  tanada_pq.PQfreemem(memory);
}

tanada_postgresql_cancel *tanada_postgresql_get_cancel(tanada_postgresql *connection) {
  return tanada_pq.PQgetCancel(connection);
}

void tanada_postgresql_free_cancel(tanada_postgresql_cancel *cancel) {
  tanada_pq.PQfreeCancel(cancel);
}

bool tanada_postgresql_send_cancel(tanada_postgresql_cancel *cancel) {
  char message[256];
  return tanada_pq.PQcancel(cancel, message, sizeof message);
}
