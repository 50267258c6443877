/// A range of versions of an app, such as `>=3.2 <4`: those that meet every comparison. `*` is every version.
///
/// Ranges of the same comparisons are equal, in whatever order they are written.
public struct VersionRange: Hashable, Sendable {
  /// Sorted, each once; none for every version.
  private let comparators: [Comparator]

  /// The longest text of a range, in bytes.
  package static let maximumLength = 256

  /// The form of a range, in words.
  static let form =
    "comparisons with >=, >, <=, < or = separated by spaces, such as >=3.2 <4, or *"

  /// Reads `text`.
  ///
  /// - Throws: the part that is no comparison, or whose version is none.
  public init(_ text: String) throws(VersionProblem) {
    guard text.utf8.count <= Self.maximumLength else {
      throw VersionProblem(expected: "at most \(Self.maximumLength) bytes", text)
    }
    let parts = text.split(separator: " ")
    guard parts != ["*"] else {
      comparators = []
      return
    }
    guard !parts.isEmpty else { throw VersionProblem(expected: Self.form, text) }
    var comparators: Set<Comparator> = []
    for part in parts { comparators.insert(try Comparator(part)) }
    self.comparators = comparators.sorted()
  }

  /// Whether `version` meets every comparison.
  public func contains(_ version: AppVersion) -> Bool {
    comparators.allSatisfy { $0.holds(for: version) }
  }

  /// Whether no version meets every comparison of both.
  func excludes(_ other: VersionRange) -> Bool {
    let all = comparators + other.comparators
    let lower = all.filter(\.isLowerBound)
    let upper = all.filter(\.isUpperBound)
    return lower.contains { one in
      upper.contains { two in
        one.version > two.version
          || one.version == two.version && !(one.includesBound && two.includesBound)
      }
    }
  }
}

extension VersionRange: CustomStringConvertible {
  /// The text of the range, the same for equal ranges.
  public var description: String {
    comparators.isEmpty ? "*" : comparators.map(\.text).joined(separator: " ")
  }
}

/// A comparison with a version.
private struct Comparator: Hashable, Comparable, Sendable {
  /// A sign of comparison. One that begins with another comes first.
  enum Sign: String, CaseIterable {
    case greaterOrEqual = ">="
    case greater = ">"
    case lessOrEqual = "<="
    case less = "<"
    case equal = "="
  }

  let sign: Sign
  let version: AppVersion

  init(_ text: Substring) throws(VersionProblem) {
    guard let sign = Sign.allCases.first(where: { text.hasPrefix($0.rawValue) }) else {
      throw VersionProblem(expected: VersionRange.form, text)
    }
    self.sign = sign
    version = try AppVersion(String(text.dropFirst(sign.rawValue.count)))
  }

  var text: String { "\(sign.rawValue)\(version)" }
  var isLowerBound: Bool { sign == .greater || includesBound && sign != .lessOrEqual }
  var isUpperBound: Bool { sign == .less || includesBound && sign != .greaterOrEqual }
  /// Whether it holds for the version itself.
  var includesBound: Bool { sign == .greaterOrEqual || sign == .lessOrEqual || sign == .equal }

  func holds(for other: AppVersion) -> Bool {
    switch sign {
    case .greaterOrEqual: other >= version
    case .greater: other > version
    case .lessOrEqual: other <= version
    case .less: other < version
    case .equal: other == version
    }
  }

  static func < (left: Comparator, right: Comparator) -> Bool {
    (left.version, left.sign.rawValue) < (right.version, right.sign.rawValue)
  }
}
