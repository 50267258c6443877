/// A change of where a pool is connected to, for logs: one event for all connections that it concerns.
package enum ConnectionEvent: Hashable, Sendable {
  /// The connections to `host` are lost, or there is none to be had. `host` is empty before the first connection.
  case lost(host: String, reason: String)
  /// The database can be used again, at `host`; `former` is the host of before.
  case restored(host: String, former: String, after: Duration)
}
