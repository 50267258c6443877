import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Why the server cannot listen.
package enum ServerError: Error, Hashable, Sendable {
  /// Another process listens on the address.
  case addressInUse(host: String, port: Int)
  /// The port is reserved for administrators.
  case notPermitted(host: String, port: Int)
  /// The address is not an address of this machine, or the system refused it for another reason.
  case cannotListen(host: String, port: Int, reason: String)

  init(_ error: IOError, host: String, port: Int) {
    switch error.errnoCode {
    case EADDRINUSE: self = .addressInUse(host: host, port: port)
    case EACCES: self = .notPermitted(host: host, port: port)
    default:
      self = .cannotListen(
        host: host, port: port, reason: String(cString: strerror(error.errnoCode)))
    }
  }
}

extension ServerError: CustomStringConvertible {
  /// The error and what to do about it, in one sentence.
  package var description: String {
    switch self {
    case .addressInUse(let host, let port):
      "\(host):\(port) is in use by another process; choose another port with --port"
    case .notPermitted(let host, let port):
      "\(host):\(port) may not be used by this user; choose a port above 1023 with --port"
    case .cannotListen(let host, let port, let reason):
      "cannot listen on \(host):\(port): \(reason)"
    }
  }
}
