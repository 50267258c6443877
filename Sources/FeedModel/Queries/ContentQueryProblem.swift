public import StrictJSON

/// One thing wrong with the text of a query: which parameter, what was expected, what was found.
public struct ContentQueryProblem: Hashable, Sendable {
  /// The parameter as it was written: `rating.gte`.
  public let parameter: String
  /// What would have been right.
  public let expected: String
  /// What was there instead.
  public let found: ContentProblem.Finding
}

extension ContentQueryProblem: CustomStringConvertible {
  public var description: String { "\(parameter): expected \(expected), found \(found.phrase)" }
}

/// Everything that is wrong with the text of a query; never empty.
public struct ContentQueryProblems: Error, Hashable, Sendable {
  /// In the alphabetical order of their parameters.
  public let listed: [ContentQueryProblem]

  /// Problems of other parameters beside these.
  public func adding(_ problems: [ContentQueryProblem]) -> ContentQueryProblems {
    ContentQueryProblems(listed: (listed + problems).sorted { $0.parameter < $1.parameter })
  }
}

extension ContentQueryProblems: CustomStringConvertible {
  public var description: String { listed.map(\.description).joined(separator: "; ") }
}
