/// The version of an app, such as `3.10.1` or `2.0.0-beta.2`.
///
/// The numbers between the dots are compared as whole numbers of any length, and missing ones are 0: `3.9` is
/// `3.9.0` and less than `3.10`. A part behind a hyphen comes before the release and is compared by SemVer 2.0.0
/// (section 11). A part behind a plus sign counts for nothing.
public struct AppVersion: Hashable, Sendable {
  /// Without zeros at the end, but at least one.
  private let numbers: [WholeNumber]
  /// The parts behind the hyphen; none for a release.
  private let prerelease: [Identifier]

  /// Reads `text`.
  ///
  /// - Throws: the part that is no version.
  public init(_ text: String) throws(VersionProblem) {
    let significant = text.prefix { $0 != "+" }
    let release = significant.prefix { $0 != "-" }
    var numbers: [WholeNumber] = []
    for part in release.split(separator: ".", omittingEmptySubsequences: false) {
      guard let number = WholeNumber(part) else { throw VersionProblem(expected: Self.form, text) }
      numbers.append(number)
    }
    while numbers.count > 1, numbers.last == .zero { numbers.removeLast() }
    self.numbers = numbers
    guard release.endIndex < significant.endIndex else {
      prerelease = []
      return
    }
    var prerelease: [Identifier] = []
    let rest = significant[release.endIndex...].dropFirst()
    for part in rest.split(separator: ".", omittingEmptySubsequences: false) {
      guard let identifier = Identifier(part) else {
        throw VersionProblem(expected: Self.form, text)
      }
      prerelease.append(identifier)
    }
    self.prerelease = prerelease
  }

  /// The form of a version, in words.
  static let form =
    "numbers separated by dots, such as 3.10.1, perhaps with a part for a pre-release, such as -beta.2"
}

extension AppVersion: CustomStringConvertible {
  /// The shortest text of the version: `3.9` for 3.9.0.
  public var description: String {
    let release = numbers.map(\.digits).joined(separator: ".")
    guard !prerelease.isEmpty else { return release }
    return "\(release)-\(prerelease.map(\.text).joined(separator: "."))"
  }
}

extension AppVersion: Comparable {
  public static func < (left: AppVersion, right: AppVersion) -> Bool {
    if left.numbers != right.numbers {
      // Only the longer one has more, and its last number is not 0.
      return left.numbers.lexicographicallyPrecedes(right.numbers)
    }
    if left.prerelease.isEmpty || right.prerelease.isEmpty {
      return !left.prerelease.isEmpty
    }
    return left.prerelease.lexicographicallyPrecedes(right.prerelease)
  }
}

/// A text that is no version, or no range of versions.
public struct VersionProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The form that was expected, in words.
  public let expected: String
  /// The text that was found instead.
  public let found: String

  init(expected: String, _ found: some StringProtocol) {
    self.expected = expected
    self.found = String(found)
  }

  public var description: String { "expected \(expected), found \"\(found)\"" }
}

/// A whole number of any length, at least 0.
private struct WholeNumber: Hashable, Comparable, Sendable {
  /// Without zeros at the front.
  let digits: String

  static let zero = WholeNumber(digits: "0")

  private init(digits: String) {
    self.digits = digits
  }

  /// `nil` for a text with anything but the digits 0 to 9, and for one without any.
  init?(_ text: Substring) {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    let digits = text.drop { $0 == "0" }
    self.init(digits: digits.isEmpty ? "0" : String(digits))
  }

  static func < (left: WholeNumber, right: WholeNumber) -> Bool {
    let (length, other) = (left.digits.utf8.count, right.digits.utf8.count)
    return length != other
      ? length < other : left.digits.utf8.lexicographicallyPrecedes(right.digits.utf8)
  }
}

/// A part of a pre-release between dots.
private enum Identifier: Hashable, Comparable, Sendable {
  case number(WholeNumber)
  case word(String)

  /// `nil` for a text with anything but the letters a to z and A to Z, digits and hyphens, and for an empty one.
  init?(_ text: Substring) {
    if let number = WholeNumber(text) {
      self = .number(number)
      return
    }
    let isPlain = text.utf8.allSatisfy {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-")
    }
    guard isPlain, !text.isEmpty else { return nil }
    self = .word(String(text))
  }

  var text: String {
    switch self {
    case .number(let number): number.digits
    case .word(let word): word
    }
  }

  static func < (left: Identifier, right: Identifier) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.number, .word): true
    case (.word, .number): false
    case (.word(let left), .word(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    }
  }
}
