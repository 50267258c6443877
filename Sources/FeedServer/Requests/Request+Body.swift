import FeedHTTP
import FeedStore
import Foundation
import HTTPTypes
import HummingbirdCore
import FeedPublisher
import NIOCore
import StrictJSON

extension Request {
  /// The bytes of a JSON body, of which only the nesting has been checked.
  ///
  /// - Throws: ``Problem`` if the body has another media type (415), is too large (413), nests too deep
  ///   (400), arrives too slowly (408), or is incomplete (400).
  func collectedBody(_ limits: BodyLimits) async throws -> Data {
    try requireJSON()
    var bytes = ByteBuffer()
    try await receiveBody(upTo: limits.size) { piece in
      if bytes.readableBytes == 0 { bytes = piece } else { bytes.writeImmutableBuffer(piece) }
    }
    if let place = JSONDepth.firstPlace(deeperThan: limits.depth, in: bytes.readableBytesView) {
      throw Problem(
        status: .badRequest, code: "body_too_deep",
        detail: "arrays and objects are nested more than \(limits.depth) levels deep",
        errors: [.init(pointer: place, detail: "expected at most \(limits.depth) levels")])
    }
    return Data(bytes.readableBytesView)
  }

  /// The values of a JSON body.
  ///
  /// - Throws: as ``collectedBody(_:)``, and ``DocumentProblems``.
  func json(_ limits: BodyLimits) async throws -> JSONTree {
    try JSONTree(parsing: try await collectedBody(limits))
  }

  /// Calls `take` with the pieces of the body as they arrive.
  ///
  /// - Throws: ``Problem`` if the body is compressed (415), is too large (413), arrives too slowly (408), is incomplete
  ///   (400), or is of somebody who is not let in any more (401, 403); errors of `take`.
  func receiveBody(upTo limit: Int, _ take: (ByteBuffer) throws -> Void) async throws {
    try requireNoCoding()
    // A body with a known length is refused before it is sent.
    if let length = headers[.contentLength].flatMap(Int.init), length > limit {
      throw Problem.bodyTooLarge(limit: limit)
    }
    var (size, pieces) = (0, body.makeAsyncIterator())
    while true {
      let piece: ByteBuffer?
      do {
        piece = try await pieces.next(isolation: #isolation)
      } catch  where error is Problem || error is StoreError {
        throw error
      } catch {
        throw Problem.malformedRequest
      }
      guard let piece else { return }
      size += piece.readableBytes
      guard size <= limit else { throw Problem.bodyTooLarge(limit: limit) }
      try take(piece)
    }
  }

  /// The encoding that the media type says the body is in; `nil` if it says none, or one that bodies may have.
  var otherCharset: String? {
    let parameters = headers[.contentType]?.split(separator: ";").dropFirst() ?? []
    for parameter in parameters {
      let parts = parameter.split(separator: "=", maxSplits: 1).map { String($0.trimmed) }
      guard parts.count == 2, parts[0].lowercased() == "charset" else { continue }
      let name = parts[1].filter { $0 != "\"" }
      let isName =
        (1...40).contains(name.count) && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
      let isRead = plain == "utf8" || plain.hasPrefix("utf16") || plain == "usascii"
      return isName && !isRead ? name : nil
    }
    return nil
  }

  private func requireNoCoding() throws {
    for field in headers[values: .contentEncoding] where field.lowercased() != "identity" {
      // RFC 9110, section 15.5.16.
      throw Problem(
        status: .unsupportedMediaType, code: "unsupported_content_encoding",
        detail: "Content-Encoding: expected an uncompressed body, found \(field.quotedExcerpt)",
        headers: [.acceptEncoding: "identity"])
    }
  }

  /// Refuses a body with a media type other than JSON.
  ///
  /// The type is compared as text: Hummingbird's `MediaType` cannot parse names with a dot, such as
  /// `application/vnd.api+json`.
  private func requireJSON() throws {
    guard let field = headers[.contentType] else { return }
    let type = field.prefix { $0 != ";" }.trimmed.lowercased()
    let isJSON = type == "application/json" || type.hasSuffix("+json")
    // The default of curl and other clients for any body.
    let isDefault = type == "application/x-www-form-urlencoded"
    guard isJSON || isDefault else {
      throw Problem.unsupportedMediaType(field, expected: "application/json")
    }
  }
}

extension JSONTree {
  /// What `read` makes of the members of this object, which may have no others.
  ///
  /// - Throws: all problems of the object; without any, `read` returns a value.
  func members<Value>(_ read: (inout JSONFieldReader) -> Value?) throws(DocumentProblems) -> Value {
    let (value, problems) = JSONFieldReader.read(self) { fields in
      let value = read(&fields)
      fields.refuseUnknownFields()
      return value
    }
    guard let value = value ?? nil, problems.isEmpty else { throw DocumentProblems(problems) }
    return value
  }
}

extension Problem {
  static func bodyTooLarge(limit: Int) -> Problem {
    Problem(
      status: .contentTooLarge, code: "content_too_large",
      detail: "the body is larger than \(limit) bytes",
      // The rest of the body is not read.
      headers: [.connection: "close"])
  }

  /// - Parameter expected: The supported types, in the syntax of `Accept` (RFC 9110, section 15.5.16).
  static func unsupportedMediaType(_ type: String, expected: String) -> Problem {
    Problem(
      status: .unsupportedMediaType, code: "unsupported_media_type",
      detail: "Content-Type: expected \(expected), found \(type.quotedExcerpt)",
      headers: [.accept: expected])
  }
}
