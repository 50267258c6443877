import FeedModel
import Foundation
import Synchronization

/// Fetches pictures from other servers, by http and https.
///
/// Only public addresses are connected to, whatever a name resolves to and wherever a redirect leads.
/// Several fetches may run at a time; each takes a thread.
package struct PictureFetcher: Sendable {
  /// The limits of a fetch in bytes and time.
  package struct Limits: Hashable, Sendable {
    /// The most bytes a picture may have.
    package var maximumByteCount = 50_000_000
    /// How long resolving the name and connecting may take.
    package var connectTimeout = Duration.seconds(10)
    /// How long the whole fetch may take.
    package var timeout = Duration.seconds(120)
    /// How long fewer than 1,000 bytes a second may come; in whole seconds, rounded up.
    package var stallTimeout = Duration.seconds(15)

    package init() {}
  }

  /// How many redirects are followed.
  package static let redirectLimit = 5

  private let limits: Limits
  private let allows: @Sendable ([UInt8]) -> Bool

  /// A fetcher that connects to public addresses, or to any.
  package init(limits: Limits = Limits(), allowsPrivateAddresses: Bool = false) {
    self.init(limits: limits) { allowsPrivateAddresses || PublicAddress.isPublic($0) }
  }

  /// A fetcher that connects to the addresses, of 4 or 16 bytes in network order, that `allows` allows.
  package init(limits: Limits = Limits(), allows: @escaping @Sendable ([UInt8]) -> Bool) {
    self.limits = limits
    self.allows = allows
  }

  /// Fetches the picture at `url` into `file`, which appears when it is complete and replaces one of
  /// that name. When the fetch fails, nothing of it remains.
  ///
  /// Until then the bytes are in a file beside it, with `.part` at the end of its name: two fetches
  /// into one file must not run at a time.
  @concurrent package func fetch(_ url: String, to file: String) async throws(FetchError) {
    let partialFile = try PartialFile(for: file)
    try await send(url, limit: limits.maximumByteCount, receive: partialFile.write)
    try partialFile.complete()
  }

  /// The first `count` bytes of the picture at `url`, or all when it has fewer.
  ///
  /// A server that does not know ranges and sends everything is cut off.
  @concurrent package func head(of url: String, count: Int) async throws(FetchError) -> [UInt8] {
    let head = Mutex<[UInt8]>([])
    // It needs no limit: it ends after its bytes, however large the picture is.
    try await send(url, limit: 0, fields: ["Range: bytes=0-\(count - 1)"]) { bytes in
      head.withLock { head in
        head += bytes.prefix(count - head.count)
        return head.count < count
      }
    }
    return head.withLock { $0 }
  }

  /// Fetches `url` until all is received, or `receive`, which is called with the next bytes each time, wants no more.
  private func send(
    _ url: String, limit: Int, fields: [String] = [],
    receive: @escaping @Sendable (UnsafeRawBufferPointer) -> Bool
  ) async throws(FetchError) {
    guard AbsoluteURL.isValid(url) else { throw .notHTTP(url: url) }
    // Of its own: a connection to an address that another fetcher allows is not used.
    let connections = HTTPConnections(
      limits: HTTPConnections.Limits(
        connectTimeout: limits.connectTimeout, answerTimeout: nil, timeout: limits.timeout,
        stallTimeout: limits.stallTimeout, byteCount: limit))
    let request = HTTPConnections.Request(
      url: url, method: "GET", fields: fields, redirects: Self.redirectLimit, failsOnStatus: true,
      allows: allows)
    let result: HTTPConnections.Result
    do {
      result = try await connections.send(request) { _, bytes in receive(bytes) }
    } catch {
      throw .cancelled
    }
    if let error = FetchError(result, limits: limits) { throw error }
  }
}
