#ifndef TANADA_LIBRARY_H
#define TANADA_LIBRARY_H

#include <postgresql/libpq-fe.h>

// The functions of libpq that are called here. The program does not link the library, which only the stores in
// PostgreSQL need.

#define TANADA_POSTGRESQL_FUNCTIONS(FUNCTION) \
  FUNCTION(PQbackendPID)                      \
  FUNCTION(PQcancel)                          \
  FUNCTION(PQclear)                           \
  FUNCTION(PQcmdStatus)                       \
  FUNCTION(PQcmdTuples)                       \
  FUNCTION(PQconnectdbParams)                 \
  FUNCTION(PQconsumeInput)                    \
  FUNCTION(PQenterPipelineMode)               \
  FUNCTION(PQerrorMessage)                    \
  FUNCTION(PQexitPipelineMode)                \
  FUNCTION(PQfinish)                          \
  FUNCTION(PQflush)                           \
  FUNCTION(PQfname)                           \
  FUNCTION(PQfreeCancel)                      \
  FUNCTION(PQfreemem)                         \
  FUNCTION(PQftype)                           \
  FUNCTION(PQgetCancel)                       \
  FUNCTION(PQgetResult)                       \
  FUNCTION(PQgetisnull)                       \
  FUNCTION(PQgetlength)                       \
  FUNCTION(PQgetvalue)                        \
  FUNCTION(PQhost)                            \
  FUNCTION(PQhostaddr)                        \
  FUNCTION(PQisBusy)                          \
  FUNCTION(PQnfields)                         \
  FUNCTION(PQnotifies)                        \
  FUNCTION(PQntuples)                         \
  FUNCTION(PQpipelineSync)                    \
  FUNCTION(PQpingParams)                      \
  FUNCTION(PQport)                            \
  FUNCTION(PQputCopyData)                     \
  FUNCTION(PQputCopyEnd)                      \
  FUNCTION(PQreset)                           \
  FUNCTION(PQresultErrorField)                \
  FUNCTION(PQresultErrorMessage)              \
  FUNCTION(PQresultStatus)                    \
  FUNCTION(PQsendFlushRequest)                \
  FUNCTION(PQsendPrepare)                     \
  FUNCTION(PQsendQuery)                       \
  FUNCTION(PQsendQueryParams)                 \
  FUNCTION(PQsendQueryPrepared)               \
  FUNCTION(PQserverVersion)                   \
  FUNCTION(PQsetErrorVerbosity)               \
  FUNCTION(PQsetNoticeReceiver)               \
  FUNCTION(PQsetSingleRowMode)                \
  FUNCTION(PQsocket)                          \
  FUNCTION(PQstatus)                          \
  FUNCTION(PQtransactionStatus)

/// The functions, once tanada_postgresql_load() has found them.
typedef struct {
#define FUNCTION(name) __typeof__(name) *name;
  TANADA_POSTGRESQL_FUNCTIONS(FUNCTION)
#undef FUNCTION
} tanada_postgresql_functions;

extern tanada_postgresql_functions tanada_pq;

#endif
