import FeedLayout
import TanadaClient
import Testing

@Suite("What a screen draws")
struct ScreenTests {
  /// A ring whose cards are drawn at a third of their size at its sides.
  private static let ring: JSONValue = [
    "type": "circular_carousel", "card_size": ["width": 358, "height": 149], "radius": 200,
    "points_per_step": 250, "flick_velocity": 400,
    "frames": .array(
      (1...5).map { id in
        ["id": JSONValue(id), "x": 100, "y": 10, "width": 120, "height": 50]
      }),
  ]

  private func screen(_ layout: JSONValue, ids: ClosedRange<Int>) throws -> FeedScreen {
    let items = ids.map { id -> JSONValue in
      ["id": JSONValue(id), "impression_id": .string("seen-\(id)")]
    }
    return FeedScreen(
      try FeedDocument([
        "viewport": ["width": 390],
        "sections": [
          [
            "id": "a", "frame": ["x": 0, "y": 0, "width": 390, "height": 200], "layout": layout,
            "items": .array(items),
          ]
        ],
      ]))
  }

  @Test("the cards of a ring are laid out in the box that their pose scales, not in the scaled one")
  func laysOutInPoses() throws {
    let section = try #require(try screen(Self.ring, ids: 1...5).sections.first)
    let poses = try #require(section.motion).poses(at: 0.3)
    #expect(section.entries.count == 5)
    for (entry, pose) in zip(section.entries, poses) {
      guard let pose else { continue }
      #expect(
        entry.frame.rect == pose.box && entry.frame.rect.size == Size(width: 358, height: 149))
    }
  }

  @Test("of a ring only the card in front is seen", arguments: 1...5)
  func seesFrontOfRing(_ card: Int) throws {
    let screen = try screen(Self.ring, ids: 1...5)
    let shares = screen.visibleShares(from: 0, to: 200, offsets: ["a": Double(card)])
    #expect(shares == ["seen-\(card)": 1])
  }

  @Test(
    "of a pile only the card on top is seen", arguments: [(0.0, 1), (1.4, 2), (1.6, 3), (2.4, 3)])
  func seesTopOfPile(_ offset: Double, _ card: Int) throws {
    let states: [JSONValue] = stride(from: -2.0, through: 5, by: 0.25).map { progress in
      [
        "progress": .number(progress), "tx": 0, "ty": 0, "scale": 1, "rotation": 0, "alpha": 1,
        "z_index": .number(-progress.magnitude),
      ]
    }
    let layout: JSONValue = [
      "type": "card_stack", "card_size": ["width": 318, "height": 150],
      "page_size": ["width": 270, "height": 150], "effect": "stack.default",
      "states": .array(states),
      "frames": .array(
        (1...3).map { id in
          ["id": JSONValue(id), "x": 36, "y": 0, "width": 318, "height": 150]
        }),
    ]
    let screen = try screen(layout, ids: 1...3)
    #expect(screen.sections[0].motion != nil)
    let shares = screen.visibleShares(from: 0, to: 200, offsets: ["a": offset])
    #expect(shares.keys.sorted() == ["seen-\(card)"])
  }

  private func document(_ changes: [String: [String: JSONValue]]) throws -> FeedDocument {
    var y = 20.0
    let sections = ["a", "b", "c"].map { id -> JSONValue in
      var members = Fixtures.section(id, y: y, ids: [1, 2]).object ?? [:]
      for (name, value) in changes[id] ?? [:] { members[name] = value }
      y += 110
      return .object(members)
    }
    return try FeedDocument([
      "viewport": ["width": 390], "content_size": ["width": 390, "height": 350],
      "sections": .array(sections),
    ])
  }

  @Test(
    "a section for newer clients is left out, and what is below moves up",
    arguments: ["version", "min_schema_version"])
  func leavesOutNewer(_ member: String) throws {
    let newer: [String: JSONValue] = [member: JSONValue(FeedClient.version + 1)]
    func drawn(_ ids: [String]) throws -> FeedScreen {
      FeedScreen(try document(Dictionary(ids.map { ($0, newer) }) { $1 }))
    }
    func places(_ screen: FeedScreen) -> [String: Double] {
      Dictionary(screen.sections.map { ($0.section.id, $0.section.frame.y) }) { $1 }
    }
    #expect(places(try drawn([])) == ["a": 20, "b": 130, "c": 240])
    #expect(places(try drawn(["a"])) == ["b": 20, "c": 130])
    #expect(places(try drawn(["b"])) == ["a": 20, "c": 130])
    #expect(places(try drawn(["a", "b"])) == ["c": 20])
    #expect(places(try drawn(["c"])) == ["a": 20, "b": 130])
    #expect(try ["a", "b", "c"].map { try drawn([$0]).contentSize.height } == [240, 240, 240])
    // The cells in sight are those of what is drawn.
    let sight = try drawn(["b"]).cells(from: 135, to: 140)
    #expect(sight == [.init(section: 1, hasHeader: false, cells: [0, 1])])
  }

  @Test("a section that the versions suit is drawn; one without a layout or items is not")
  func knowsDrawable() throws {
    let known: [String: JSONValue] = ["version": JSONValue(FeedClient.version)]
    #expect(try document(["a": known]).sections[0].isDrawable)
    #expect(try !document(["a": ["layout": .null]]).sections[0].isDrawable)
    #expect(try !document(["a": ["items": 7]]).sections[0].isDrawable)
  }
}
