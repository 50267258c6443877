#include "CPostgreSQL.h"
#include "library.h"

#include <stdlib.h>

bool tanada_postgresql_enter_pipeline(tanada_postgresql *connection) {
  return tanada_pq.PQenterPipelineMode(connection);
}

bool tanada_postgresql_exit_pipeline(tanada_postgresql *connection) {
  return tanada_pq.PQexitPipelineMode(connection);
}

bool tanada_postgresql_synchronize(tanada_postgresql *connection) {
  return tanada_pq.PQpipelineSync(connection);
}

bool tanada_postgresql_flush(tanada_postgresql *connection) {
  return tanada_pq.PQsendFlushRequest(connection) && tanada_pq.PQflush(connection) == 0;
}

bool tanada_postgresql_prepare(
  tanada_postgresql *connection, const char *name, const char *sql, int count,
  const uint32_t *types) {
  return tanada_pq.PQsendPrepare(connection, name, sql, count, types);
}

/// Sends a statement by its text, or by its name.
static bool send(
  PGconn *connection, const char *sql, const char *name,
  const tanada_postgresql_parameters *parameters) {
  int count = parameters->count;
  const char *some_values[32];
  int some_formats[32];
  const char **values = some_values;
  int *formats = some_formats;
  if (count > 32) {
    values = malloc((size_t)count * sizeof *values);
    formats = malloc((size_t)count * sizeof *formats);
    if (!values || !formats) abort();
  }
  const char *bytes = (const char *)parameters->bytes;
  for (int index = 0; index < count; index++) {
    int length = parameters->lengths[index];
    values[index] = length < 0 ? NULL : length == 0 ? "" : bytes;
    formats[index] = 1;
    if (length > 0) bytes += length;
  }
  bool is_sent = name
    ? tanada_pq.PQsendQueryPrepared(
        connection, name, count, values, parameters->lengths, formats, 1)
    : tanada_pq.PQsendQueryParams(
        connection, sql, count, parameters->types, values, parameters->lengths, formats, 1);
  if (count > 32) {
    free(values);
    free(formats);
  }
  return is_sent;
}

bool tanada_postgresql_send(
  tanada_postgresql *connection, const char *sql, const tanada_postgresql_parameters *parameters) {
  return send(connection, sql, NULL, parameters);
}

bool tanada_postgresql_send_prepared(
  tanada_postgresql *connection, const char *name, const tanada_postgresql_parameters *parameters) {
  return send(connection, NULL, name, parameters);
}

bool tanada_postgresql_send_simple(tanada_postgresql *connection, const char *sql) {
  return tanada_pq.PQsendQuery(connection, sql);
}

bool tanada_postgresql_set_single_row(tanada_postgresql *connection) {
  return tanada_pq.PQsetSingleRowMode(connection);
}

_Static_assert((int)tanada_postgresql_empty == PGRES_EMPTY_QUERY, "");
_Static_assert((int)tanada_postgresql_done == PGRES_COMMAND_OK, "");
_Static_assert((int)tanada_postgresql_rows == PGRES_TUPLES_OK, "");
_Static_assert((int)tanada_postgresql_copy_out == PGRES_COPY_OUT, "");
_Static_assert((int)tanada_postgresql_copy_in == PGRES_COPY_IN, "");
_Static_assert((int)tanada_postgresql_failed == PGRES_FATAL_ERROR, "");
_Static_assert((int)tanada_postgresql_single_row == PGRES_SINGLE_TUPLE, "");
_Static_assert((int)tanada_postgresql_synchronized == PGRES_PIPELINE_SYNC, "");
_Static_assert((int)tanada_postgresql_aborted == PGRES_PIPELINE_ABORTED, "");

void tanada_postgresql_clear(tanada_postgresql_result *result) {
  tanada_pq.PQclear(result);
}

tanada_postgresql_status tanada_postgresql_status_of(const tanada_postgresql_result *result) {
  return (tanada_postgresql_status)tanada_pq.PQresultStatus(result);
}

int tanada_postgresql_row_count(const tanada_postgresql_result *result) {
  return tanada_pq.PQntuples(result);
}

int tanada_postgresql_column_count(const tanada_postgresql_result *result) {
  return tanada_pq.PQnfields(result);
}

const char *tanada_postgresql_column_name(const tanada_postgresql_result *result, int column) {
  const char *name = tanada_pq.PQfname(result, column);
  return name ? name : "";
}

uint32_t tanada_postgresql_column_type(const tanada_postgresql_result *result, int column) {
  return tanada_pq.PQftype(result, column);
}

const uint8_t *tanada_postgresql_value(
  const tanada_postgresql_result *result, int row, int column, int *count) {
  if (tanada_pq.PQgetisnull(result, row, column)) return NULL;
  *count = tanada_pq.PQgetlength(result, row, column);
  return (const uint8_t *)tanada_pq.PQgetvalue(result, row, column);
}

const char *tanada_postgresql_changes(const tanada_postgresql_result *result) {
  return tanada_pq.PQcmdTuples((PGresult *)result);
}

const char *tanada_postgresql_command(const tanada_postgresql_result *result) {
  return tanada_pq.PQcmdStatus((PGresult *)result);
}

const char *tanada_postgresql_field(const tanada_postgresql_result *result, int code) {
  return tanada_pq.PQresultErrorField(result, code);
}

const char *tanada_postgresql_result_message(const tanada_postgresql_result *result) {
  return tanada_pq.PQresultErrorMessage(result);
}

bool tanada_postgresql_put(tanada_postgresql *connection, const uint8_t *bytes, int count) {
  return tanada_pq.PQputCopyData(connection, (const char *)bytes, count) == 1;
}

bool tanada_postgresql_end_copy(tanada_postgresql *connection, const char *reason) {
  return tanada_pq.PQputCopyEnd(connection, reason) == 1;
}
