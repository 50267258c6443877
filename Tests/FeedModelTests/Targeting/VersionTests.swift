import FeedModel
import Foundation
import TestSupport
import Testing

@Suite struct VersionTests {
  /// The committed vectors.
  private struct Vectors {
    let comparisons: [(left: String, right: String, order: Int)]
    let ranges: [(range: String, version: String, isInside: Bool)]

    init() throws {
      let file = PackageFiles.file("Tests/FeedModelTests/Targeting/Vectors/versions.json")
      let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
      let (compare, ranges) = (json?["compare"] as? [[Any]], json?["ranges"] as? [[Any]])
      comparisons = try #require(compare).map {
        (
          try #require($0[0] as? String), try #require($0[1] as? String),
          try #require($0[2] as? Int)
        )
      }
      self.ranges = try #require(ranges).map {
        (
          try #require($0[0] as? String), try #require($0[1] as? String),
          try #require($0[2] as? Bool)
        )
      }
    }
  }

  private static func order(_ left: AppVersion, _ right: AppVersion) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  @Test func versionsAreComparedAsInTheVectors() throws {
    let comparisons = try Vectors().comparisons
    #expect(comparisons.count == 8)
    for (left, right, order) in comparisons {
      let (left, right) = (try AppVersion(left), try AppVersion(right))
      #expect(Self.order(left, right) == order, "\(left) and \(right)")
      #expect(Self.order(right, left) == -order, "\(right) and \(left)")
    }
  }

  @Test func rangesContainTheVersionsOfTheVectors() throws {
    let ranges = try Vectors().ranges
    #expect(ranges.count == 8)
    for (range, version, isInside) in ranges {
      let contains = try VersionRange(range).contains(AppVersion(version))
      #expect(contains == isInside, "\(range) and \(version)")
    }
  }

  /// The order of section 11 of SemVer 2.0.0, and numbers beyond 64 bits.
  @Test func preReleasesAndLongNumbersHaveTheirOrder() throws {
    let ordered = try [
      "1-0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2",
      "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "18446744073709551616",
      "18446744073709551617.0.1", "018446744073709551617.0.2-99999999999999999999",
      "18446744073709551617.0.2-a",
    ].map { try AppVersion($0) }
    for (index, version) in ordered.enumerated() {
      for (other, right) in ordered.enumerated() {
        #expect(Self.order(version, right) == (index - other).signum(), "\(version), \(right)")
      }
    }
  }

  @Test(arguments: SeededGenerator.seeds)
  func theOrderIsTotal(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let parts = ["0", "1", "2", "10", "00", "99999999999999999999"]
    let words = ["a", "b", "1", "2", "10", "a-1", "0"]
    let versions = try (0..<60).map { _ in
      let numbers = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? "0"
      }
      let rest = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
        words.randomElement(using: &generator) ?? "a"
      }
      let text = numbers.joined(separator: ".")
      return try AppVersion(rest.isEmpty ? text : "\(text)-\(rest.joined(separator: "."))")
    }
    for left in versions {
      #expect(try AppVersion(left.description) == left)
      for right in versions {
        #expect(Self.order(left, right) == -Self.order(right, left), "\(left), \(right)")
        for third in versions where left <= right && right <= third {
          #expect(left <= third, "\(left), \(right), \(third)")
        }
      }
    }
  }

  @Test(arguments: [
    "", ".", "1.", "1..2", "v1", "1.a", "-1", "1-", "1-a..b", "1-ä", "１", " 1", "1 ", "+1", "1.-2",
  ])
  func otherTextsAreNoVersions(text: String) {
    #expect(throws: VersionProblem.self) { try AppVersion(text) }
  }

  @Test(arguments: [
    (">=3.2.0  <4.0", ">=3.2 <4"), ("<4 >=3.2 <4.0.0", ">=3.2 <4"), ("=1.4+5", "=1.4"),
    ("*", "*"), (" * ", "*"), (">1-beta.01", ">1-beta.1"),
  ])
  func equalRangesHaveOneText(text: String, canonical: String) throws {
    let range = try VersionRange(text)
    #expect(range.description == canonical)
    #expect(try VersionRange(canonical) == range)
  }

  @Test(arguments: [
    ("", ""), ("3.2", "3.2"), (">= 3.2", ""), ("=>3", ">3"), ("* >=1", "*"), (">=1,<2", "1,<2"),
    ("~1", "~1"), (">=1 <x", "x"),
  ])
  func otherTextsAreNoRangesAndTheirPartIsNamed(text: String, found: String) {
    let problem = #expect(throws: VersionProblem.self) { try VersionRange(text) }
    #expect(problem?.found == found)
  }
}
