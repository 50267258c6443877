import FeedModel
import FeedPublisher
import Foundation
import HTTPTypes
package import HummingbirdCore

extension Request {
  /// The value of query parameter `name`; a repeated parameter is refused.
  package func parameter(_ name: String) throws -> String? {
    let values = uri.queryParameters[values: Substring(name)]
    guard values.count < 2 else {
      throw Problem.repeatedParameter(name, count: values.count)
    }
    return values.first.map(String.init)
  }

  /// All query parameters; a repeated one is refused, empty ones are ignored.
  package func parameters() throws -> [String: String] {
    var texts: [String: String] = [:]
    for (name, value) in uri.queryParameters where !(name.isEmpty && value.isEmpty) {
      guard texts.updateValue(String(value), forKey: String(name)) == nil else {
        throw Problem.repeatedParameter(
          String(name), count: uri.queryParameters[values: name].count)
      }
    }
    return texts
  }

  // MARK: Parameters of the route, whose values have been checked

  package func text(_ parameter: Parameter) throws -> String? { try self.parameter(parameter.name) }

  /// The value that `read` reads from the text of `parameter`; `nil` without the parameter.
  ///
  /// - Throws: ``Problem`` if `read` returns `nil`; errors of `read`.
  package func value<Value>(
    _ parameter: Parameter, expected: @autoclosure () -> String,
    _ read: (String) throws -> Value?
  ) throws -> Value? {
    guard let text = try text(parameter) else { return nil }
    guard let value = try read(text) else {
      throw Problem.invalidParameter(
        parameter.name, expected: expected(), found: text.quotedExcerpt)
    }
    return value
  }

  package func integer(_ parameter: Parameter) throws -> Int? {
    try text(parameter).flatMap { Int($0) }
  }

  package func number(_ parameter: Parameter) throws -> Double? {
    try text(parameter).flatMap(\.jsonNumber)
  }

  /// The Boolean `parameter`; false without it.
  package func flag(_ parameter: Parameter) throws -> Bool { try text(parameter) == "true" }

  package func choice<Choice: RawRepresentable<String>>(_ parameter: Parameter) throws -> Choice? {
    try text(parameter).flatMap(Choice.init)
  }
}

extension Request {
  func withPath(_ path: String) -> Request {
    var head = head
    head.path = path + (head.path.map { $0[$0.endOfPath...] } ?? "")
    return Request(head: head, body: body)
  }

  /// The request with those of its parameters, as they were sent, whose names `isKept` accepts.
  package func keepingParameters(where isKept: (Substring) -> Bool) -> Request {
    guard let target = head.path, target.endOfPath < target.endIndex else { return self }
    let query = target[target.utf8.index(after: target.endOfPath)...]
    let parameters = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = parameters.filter { isKept($0.prefix { $0 != "=" }) }
    guard kept.count < parameters.count else { return self }
    var head = head
    head.path =
      target[..<target.endOfPath] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&"))
    return Request(head: head, body: body)
  }
}

extension String {
  /// The place of the question mark of a target, at which its path ends.
  fileprivate var endOfPath: Index { utf8.firstIndex(of: UInt8(ascii: "?")) ?? endIndex }

  /// The path with only those characters encoded that are not unreserved (RFC 3986, section 6.2.2.2), so that `%2F` never
  /// divides a segment; `nil` if an encoded character is incomplete or not UTF-8.
  var withNormalizedPercents: String? {
    guard removingPercentEncoding != nil else { return nil }
    let parts = split(separator: "%", omittingEmptySubsequences: false)
    // Every part but the first begins with two hexadecimal digits.
    return parts.dropFirst().reduce(into: String(parts[0])) { normalized, part in
      let digits = part.prefix(2)
      if let byte = UInt8(digits, radix: 16), byte < 0x80 {
        normalized += String(UnicodeScalar(byte)).percentEncoded
      } else {
        normalized += "%" + digits.uppercased()
      }
      normalized += part.dropFirst(2)
    }
  }
}

extension StringProtocol {
  var hasPercent: Bool { utf8.contains(UInt8(ascii: "%")) }
}

extension Substring {
  /// The text without percent-encoding; as it is, if it is not valid.
  var percentDecoded: Substring {
    hasPercent ? removingPercentEncoding.map { Substring($0) } ?? self : self
  }
}

extension Problem {
  /// A path with an incomplete percent-encoding, or one of something else than text.
  static let malformedPath = Problem(
    status: .badRequest, code: "malformed_path",
    detail: "path: expected %XX with two hexadecimal digits for each byte of UTF-8")
}
