import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON
import TestSupport
import Testing

/// Definitions that change at random over items that change at random.
@Suite struct RandomKindTests {
  /// Sequences of changes that share a database. In the gate they are 80 changes, six sorts of them to eight types of
  /// fields.
  private static let sequenceCount = TestScale.count(gate: 10, soak: 50)
  private static let stepCount = 8

  @Test("Nothing is lost that the answer did not name", arguments: SeededGenerator.seeds)
  func sequences(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("tanada.sqlite")
    let store = try SampleDatabase.openEmpty(at: path)
    let editor = Editor(store: store, clock: { SampleContent.committedAt })
    var seeds = SeededGenerator(seed: seed)
    for sequence in 0..<Self.sequenceCount {
      do {
        try await Self.run(name: "kind_\(sequence)", seed: seeds.next(), editor)
      } catch {
        Issue.record("sequence \(sequence): \(error)")
      }
    }
    try await store.close()
    #expect(try await TestStore.check(path).problems == [])
  }

  private static func run(name: String, seed: UInt64, _ editor: Editor) async throws {
    var kind = RandomKind(name: name, seed: seed)
    _ = try await apply(kind, editor)
    for step in 0..<stepCount {
      let ids = (0..<4).map { _ in kind.writeItem() }
      try await write(Set(ids).map(kind.json), of: kind.name, editor)
      let change = kind.change()
      do {
        _ = try await apply(change.kind, editor)
        try require(change.conflicts.isEmpty, "accepted against \(change.conflicts), step \(step)")
        kind = accepted(change.kind)
      } catch EditingError.kindInUse(let obstacles) {
        try require(
          Set(obstacles.conflicts.map(\.id)) == change.conflicts,
          "named \(obstacles.conflicts.map(\.id)) and not \(change.conflicts), step \(step)")
        try await compare(kind, editor)
        guard let field = change.removed.first else { continue }
        let outcome = try await apply(change.kind, discarding: [field], editor)
        try require(
          outcome.discarded == [field: change.conflicts.count],
          "named \(outcome.discarded) lost values, step \(step)")
        kind = accepted(change.kind)
      }
      try await compare(kind, editor)
      try await search(kind, editor.store)
    }
    try await editor.store.index()
    try await search(kind, editor.store)
  }

  /// The kind once a definition is in force, in which names are as if they had always been there.
  private static func accepted(_ kind: RandomKind) -> RandomKind {
    var kind = kind
    for index in kind.fields.indices { kind.fields[index].formerName = nil }
    return kind
  }

  private static func apply(
    _ kind: RandomKind, discarding discarded: Set<String> = [], _ editor: Editor
  ) async throws -> KindOutcome {
    let proposal = try KindProposal(reading: try kind.definition)
    let (outcomes, _) = try await editor.apply(
      [proposal], discarding: discarded, by: .program, checking: .none)
    return outcomes[0]
  }

  private static func write(
    _ items: [String], of kind: String, _ editor: Editor
  ) async throws {
    try await editor.write(by: .program) { transaction in
      guard let kind = try transaction.kinds()[kind] else { return }
      for json in items {
        let body = try ItemBody(try JSONTree(parsing: Array(json.utf8)), kind: kind)
        _ = try transaction.save(body.content, window: body.window, by: .commandLine)
      }
    }
  }

  /// Every item is there with its values, and is valid by the definition in force.
  private static func compare(_ kind: RandomKind, _ editor: Editor) async throws {
    let (definition, items) = try await editor.store.read { reader in
      guard let found = try reader.kinds()[kind.name] else { throw Missing() }
      return (
        found,
        try reader.items(of: found, matching: .all, visibility: nil, after: nil, limit: 1_000)
      )
    }
    try require(definition.fields.map(\.name) == kind.fields.map(\.name), "other fields")
    for item in items {
      let json = JSONWriter.text { $0.object { $0.members(of: item.content) } }
      try require(
        json == kind.json(item.content.id), "\(json) is not \(kind.json(item.content.id))")
      _ = try ItemBody(try JSONTree(parsing: Array(json.utf8)), kind: definition)
    }
    try require(Set(items.map(\.content.id)) == Set(kind.items.keys), "other items")
  }

  /// A search finds the items that have the word in a text, whether they are indexed yet or not.
  private static func search(_ kind: RandomKind, _ store: any FeedStore) async throws {
    let word = "coffee"
    let found = try await store.read { reader in
      guard let definition = try reader.kinds()[kind.name],
        definition.fields.contains(where: \.type.isSearchable)
      else { return Set<Int>() }
      let query = ContentQuery(search: word)
      return Set(
        try reader.items(
          of: definition, matching: query, visibility: nil, after: nil, limit: 1_000
        ).map(\.content.id))
    }
    let texts = Set(
      kind.fields.filter { $0.type == "text" || $0.type == "list" && $0.elementType == "text" }
        .map(\.name))
    let expected = kind.items.filter { item in
      texts.contains { item.value[$0]?.contains(word) == true }
    }
    try require(found == Set(expected.keys), "found \(found) and not \(Set(expected.keys))")
  }

  private struct Missing: Error {}

  private struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  private static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw Failed(description: message()) }
  }
}
