import FeedModel

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
    guard AbsoluteURL.isValid(url) else { throw .notHTTP(url: url) }
    let transfer = Transfer(url: url, limits: limits, allows: allows)
    try await transfer.run { (transfer) throws(FetchError) in
      let partialFile = try PartialFile(for: file)
      try transfer.fetch(receive: partialFile.write)
      try partialFile.complete()
    }
  }

  /// The first `count` bytes of the picture at `url`, or all when it has fewer.
  ///
  /// A server that does not know ranges and sends everything is cut off.
  @concurrent package func head(of url: String, count: Int) async throws(FetchError) -> [UInt8] {
    guard AbsoluteURL.isValid(url) else { throw .notHTTP(url: url) }
    let transfer = Transfer(url: url, head: count, limits: limits, allows: allows)
    return try await transfer.run { (transfer) throws(FetchError) in
      var head: [UInt8] = []
      try transfer.fetch { bytes in
        head += bytes.prefix(count - head.count)
        return head.count < count
      }
      return head
    }
  }
}
