import FeedStore
import FeedHTTP
import FeedServer
import HTTPTypes
import HummingbirdCore
import NIOCore

extension FeedApplication {
  /// Answers a request with `body` without a connection.
  func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: [UInt8],
    as identity: Identity? = nil, from peer: IPAddress? = nil
  ) async throws -> LocalResponse {
    try await answer(
      method, path, headers: headers, body: RequestBody(buffer: ByteBuffer(bytes: body)),
      as: identity, from: peer)
  }

  /// Answers a request without a connection whose body arrives in `pieces`.
  func answer(
    _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:],
    pieces: AsyncStream<[UInt8]>
  ) async throws -> LocalResponse {
    try await answer(
      method, path, headers: headers,
      body: RequestBody(asyncSequence: pieces.map { ByteBuffer(bytes: $0) }))
  }
}
