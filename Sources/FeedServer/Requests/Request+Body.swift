import Foundation
import Hummingbird
import NIOCore

extension Request {
  /// The JSON of the body, not yet looked at.
  ///
  /// - Throws: ``Problem`` if it says it is not JSON (415), is too large (413), or ends too early (400).
  func collectedBody(upTo limit: Int) async throws -> Data {
    try requireJSON()
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

  private func requireJSON() throws {
    guard let field = headers[.contentType] else { return }
    let type = field.prefix { $0 != ";" && $0 != " " }.lowercased()
    // The last is what curl says of any body that it is not told the type of.
    let isJSON =
      type == "application/json" || type.hasSuffix("+json")
      || type == "application/x-www-form-urlencoded"
    guard isJSON else {
      throw Problem.unsupportedMediaType(field, expected: "application/json")
    }
  }
}
