#include "CPostgreSQL.h"
#include "library.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

// How long an answer is waited for before the server is asked whether it is there at all, in milliseconds.
static const int patience = 5000;
// How often it is asked: a machine with too much to do may take longer than one attempt to accept a connection.
static const int attempts = 2;

// Whether anybody answers where the connection leads. The system of a server that hangs goes on to confirm what is sent
// to it, so that its connections seem to be alive for ever.
static bool is_there(tanada_postgresql *connection) {
  const char *address = tanada_pq.PQhostaddr(connection);
  const char *const keywords[] = {"host", "hostaddr", "port", "connect_timeout", NULL};
  const char *const values[] = {
    tanada_pq.PQhost(connection), address && *address ? address : NULL, tanada_pq.PQport(connection), "3", NULL};
  for (int attempt = 0; attempt < attempts; attempt++) {
    if (tanada_pq.PQpingParams(keywords, values, 0) != PQPING_NO_RESPONSE) return true;
  }
  return false;
}

// Waits for an answer. A connection to a server that is not there is ended, which fails as any other loss does.
static void wait_for_answer(tanada_postgresql *connection) {
  while (tanada_pq.PQisBusy(connection)) {
    struct pollfd socket = {.fd = tanada_pq.PQsocket(connection), .events = POLLIN};
    int ready = poll(&socket, 1, patience);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0 && is_there(connection)) continue;
    if (ready == 0) {
      shutdown(socket.fd, SHUT_RDWR);
      return;
    }
    if (!tanada_pq.PQconsumeInput(connection)) return;
  }
}

tanada_postgresql_result *tanada_postgresql_next(tanada_postgresql *connection) {
  wait_for_answer(connection);
  return tanada_pq.PQgetResult(connection);
}
