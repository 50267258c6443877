import Foundation
import TanadaClient

/// A document with layouts, kinds, cells, slots, roles and choices that came later than the client is drawn as far as it
/// can be, and stays readable.
struct SurvivesTheUnknown {
  let base: URL

  func check() async throws {
    let document = try await FeedClient(base: base).load("home", query).document
    try require(
      document.raw["novelty"]?["deep"]?[1]?.double == 0.1, "an unknown member is readable")
    try require(document.unreadableSections.count == 1, "one section cannot be placed")

    let ring = try require(document.section("campaign_banners"), "a section of an unknown layout")
    try require(ring.layout.type == "spiral" && ring.layout.details == .other, "an unknown layout")
    try require(ring.layout.raw["arms"]?.int == 3, "the unknown layout is readable")
    try require(ring.entries.count == ring.items.count, "it is drawn by its frames")

    let bare = try require(document.section("recent_news"), "an unknown layout without frames")
    try require(bare.entries.count == bare.items.count, "it is drawn as a grid")
    for entry in bare.entries {
      try require(
        entry.frame.maxY + bare.layoutOrigin.y <= bare.frame.height, "the grid is in its section")
    }

    let topics = try require(document.section("featured_topics"), "a section of an unknown kind")
    try require(topics.kind == "holograms", "an unknown kind")
    let item = try require(topics.items.first ?? nil, "an item of it")
    try require(!item.text(.headline, topics.roles).isEmpty, "it has a headline by its roles")
    try require(item["title"]?.string?.isEmpty == false, "its fields are readable")
    try require(item["mood"]?.string == "hopeful", "an unknown choice is readable")

    let shops = try require(document.section("shops"), "a section of an unknown cell")
    let cell = try require(shops.cell, "an unknown cell")
    try require(cell.name == "hologram", "the name of an unknown cell")
    let unknown = cell.slots.filter { !$0.canBeDrawn }
    try require(unknown.count == 2, "a slot of an unknown type, and one of an unknown place")
    try require(unknown[0].content == .other(type: "video"), "the unknown type of a slot")
    try require(unknown[0].raw["loops"]?.bool == true, "the unknown slot is readable")
    try require(
      unknown[1].rect(in: .init(width: 100, height: 100)) == nil, "a slot without a known place")
    try require(cell.slots.count > 2, "the other slots are drawn")
    try require(
      cell.slots.contains { $0.role == "sound" && $0.canBeDrawn }, "an unknown role is drawn empty")
    print("✔ survives an unknown layout, kind, cell, slot, role and choice")
  }
}
