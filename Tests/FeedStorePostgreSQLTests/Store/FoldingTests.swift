import FeedEntities
import FeedModel
import FeedStore
import TestSupport
import Testing

@Suite(.needsPostgreSQL) struct FoldingTests {
  /// All scalars of Unicode but U+0000, which no text of PostgreSQL has.
  private static let scalars = (1..<UInt32(0x11_0000)).compactMap(Unicode.Scalar.init)

  private static func text(_ scalars: some Collection<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// The folded forms of `texts` in a database.
  private static func folded(_ texts: [String]) throws -> [String] {
    let database = try SampleDatabase.makePostgreSQL()
    return try PostgreSQLContent(database.address()).readAll { session in
      try texts.map { try session.first(String.self, "SELECT tanada_fold(?)", [$0]) ?? "" }
    }
  }

  @Test func everyScalarIsFoldedAsInAFile() throws {
    // Something between them keeps marks from other letters.
    let parts = stride(from: 0, to: Self.scalars.count, by: 2_048).map { start in
      let part = Self.scalars[start..<min(start + 2_048, Self.scalars.count)]
      return Self.text(part.flatMap { [$0, "-"] })
    }
    #expect(parts.count > 500)
    for (text, found) in zip(parts, try Self.folded(parts)) {
      let expected = TextFolding.fold(text)
      let others = zip(
        expected.split(separator: "-", omittingEmptySubsequences: false),
        found.split(separator: "-", omittingEmptySubsequences: false)
      ).filter { Array($0.unicodeScalars) != Array($1.unicodeScalars) }
      #expect(others.isEmpty && found.utf8.count == expected.utf8.count, "\(others)")
    }
  }

  @Test(arguments: SeededGenerator.seeds) func textsAreFoldedAsInAFile(seed: UInt64) throws {
    // What PostgreSQL 15 knows.
    let known = Self.scalars.filter { ($0.properties.age?.major ?? 99) <= 14 }
    let marks = known.filter { $0.properties.canonicalCombiningClass != .notReordered }
    let changed = known.filter { Array(TextFolding.fold("\($0)").unicodeScalars) != [$0] }
    var random = SeededGenerator(seed: seed)
    let texts = (0..<TestScale.count(gate: 500, all: 5_000, soak: 50_000)).map { _ in
      Self.text(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
          [changed, marks, known][Int.random(in: 0..<3, using: &random)]
            .randomElement(using: &random) ?? "a"
        })
    }
    for (text, found) in zip(texts, try Self.folded(texts)) {
      #expect(
        Array(found.unicodeScalars) == Array(TextFolding.fold(text).unicodeScalars),
        "\(Array(text.unicodeScalars))")
    }
  }
}
