import Foundation
import Hummingbird
import NIOCore
import StrictJSON

extension Request {
  /// The JSON of the body, not yet looked at beyond its depth.
  ///
  /// - Throws: ``Problem`` if it says it is not JSON (415), is too large (413), nests too deep (400), comes
  ///   too slowly (408), or ends too early (400).
  func collectedBody(_ limits: BodyLimits) async throws -> Data {
    try requireJSON()
    try requireNoCoding()
    // Refused before it is sent, if its length is known.
    if let length = headers[.contentLength].flatMap(Int.init), length > limits.size {
      throw Problem.bodyTooLarge(limit: limits.size)
    }
    let bytes: ByteBuffer
    do {
      bytes = try await body.collect(upTo: limits.size)
    } catch is NIOTooManyBytesError {
      throw Problem.bodyTooLarge(limit: limits.size)
    } catch let timeout as RequestTimeout {
      throw timeout
    } catch {
      throw Problem.malformedRequest
    }
    if let place = JSONDepth.firstPlace(deeperThan: limits.depth, in: bytes.readableBytesView) {
      throw Problem.bodyTooDeep(limit: limits.depth, at: place)
    }
    return Data(bytes.readableBytesView)
  }

  /// Refuses a body that is packed: nobody here unpacks it.
  func requireNoCoding() throws {
    for field in headers[values: .contentEncoding] where field.lowercased() != "identity" {
      throw Problem.unsupportedCoding(field)
    }
  }

  /// - Throws: ``Problem`` if the body says that it is something else than JSON.
  private func requireJSON() throws {
    guard let field = headers[.contentType] else { return }
    let type = field.prefix { $0 != ";" }.trimmed.lowercased()
    let isJSON = type == "application/json" || type.hasSuffix("+json")
    // What curl and others say of any body that they are not told the type of.
    let isUnsaid = type == "application/x-www-form-urlencoded"
    guard isJSON || isUnsaid else {
      throw Problem.unsupportedMediaType(field, expected: "application/json")
    }
  }
}
