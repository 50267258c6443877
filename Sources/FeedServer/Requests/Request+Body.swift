import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Request {
  /// The whole body, if it has at most `limit` bytes.
  ///
  /// - Throws: a ``Problem`` for a larger one, or one that does not arrive.
  func collectedBody(upTo limit: Int) async throws -> Data {
    // Refused before it is sent, if its length is known.
    if let length = headers[.contentLength].flatMap(Int.init), length > limit {
      throw Problem.bodyTooLarge(limit: limit)
    }
    do {
      let buffer = try await body.collect(upTo: limit)
      return Data(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Problem.bodyTooLarge(limit: limit)
    } catch {
      throw Problem.malformedRequest
    }
  }
}
