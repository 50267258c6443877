import Foundation
package import HummingbirdCore
import FeedPublisher

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
