/// Every problem of one document. A document with problems is refused as a whole.
public struct DocumentProblems: Error, Hashable, Sendable {
  /// The most problems that are kept; the rest is counted.
  public static let limit = 1_000

  /// The first problems, in the order of the document.
  public private(set) var listed: [DocumentProblem] = []
  /// How many there are in all.
  public private(set) var count = 0

  /// No problems yet.
  public init() {}

  /// `problems`, in their order.
  public init(_ problems: [DocumentProblem]) {
    for problem in problems { append(problem) }
  }

  /// Whether there is none.
  public var isEmpty: Bool { count == 0 }

  /// Adds a problem that was found after all others.
  public mutating func append(_ problem: DocumentProblem) {
    count += 1
    if listed.count < Self.limit { listed.append(problem) }
  }

  /// These problems of a document that is said to be in `encoding`.
  public func naming(encoding: String) -> DocumentProblems {
    var named = self
    for index in listed.indices where listed[index].isAboutEncoding {
      named.listed[index].found = .encoding(encoding)
    }
    return named
  }
}
