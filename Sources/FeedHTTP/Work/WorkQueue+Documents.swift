package import FeedPublisher
import HTTPTypes
package import HummingbirdCore

extension WorkQueue {
  /// The size up to which documents are made and compressed at once, in bytes: others wait for their turn.
  package static let smallSize = 1 << 20

  /// Makes `document`, of about `byteCount` bytes in memory: at once if that is small, and otherwise as work.
  ///
  /// - Throws: As ``run(for:taking:_:)``, and errors of `make`.
  package func make(
    _ byteCount: Int, for context: FeedRequestContext,
    _ make: @escaping @Sendable () throws -> PublishedDocument
  ) async throws -> PublishedDocument {
    if byteCount <= Self.smallSize { return try make() }
    return try await run(for: context, taking: byteCount) { _ in try make() }
  }

  /// `document` with the representation that suits the client best, which is compressed as work if it is large.
  ///
  /// - Throws: As ``run(for:taking:_:)``.
  package func represented(
    _ document: PublishedDocument, for request: Request, _ context: FeedRequestContext
  ) async throws -> PublishedDocument {
    let coding = document.bestCoding(for: request.headers[values: .acceptEncoding])
    let size = document.bytes.count
    guard size > Self.smallSize, document.knownRepresentation(in: coding) == nil else {
      return document
    }
    // What is compressed, and the room of the encoder for as much again.
    try await run(for: context, taking: 2 * size) { _ in
      _ = document.representation(in: coding)
    }
    return document
  }
}
