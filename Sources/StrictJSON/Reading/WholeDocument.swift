package import Foundation

/// A body that holds one JSON object, and not a list of items.
package enum WholeDocument {
  /// Decodes `document` by the rules of content files: it is JSON in all its parts or it is refused.
  ///
  /// - Throws: the one problem of a document that is no JSON.
  package static func decode<Value: Decodable>(
    _: Value.Type, from document: Data
  ) throws(ContentProblems) -> Value {
    guard String(validating: document, as: UTF8.self) != nil else {
      throw ContentProblems(
        ContentProblem(pointer: "", expected: .utf8, found: .malformed("other bytes")))
    }
    var grammar = JSONGrammar()
    var line = 1
    for byte in document {
      guard grammar.consume(byte) else {
        throw ContentProblems(
          ContentProblem(
            pointer: "", expected: .json, found: ItemScanner.finding(byte), line: line))
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    guard grammar.isComplete else {
      throw ContentProblems(
        ContentProblem(
          pointer: "", expected: .json, found: document.isEmpty ? .emptyFile : .endOfFile,
          line: line))
    }
    do {
      return try JSONDecoder().decode(Value.self, from: document)
    } catch {
      throw ContentProblems(
        ContentProblem(
          pointer: "", expected: .json, found: .malformed("text that is not JSON")))
    }
  }
}

extension ContentProblems {
  /// A single problem.
  package init(_ problem: ContentProblem) {
    self.init()
    append(problem)
  }
}
