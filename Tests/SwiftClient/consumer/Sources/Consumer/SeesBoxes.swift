import FeedLayout
import Foundation
import TanadaClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The boxes that the client says are visible are those of the server's `y_range`, at any offset.
struct SeesBoxes {
  let base: URL

  func check() async throws {
    let client = FeedClient(base: base)
    var answers = 0
    var found = 0
    for query in Self.queries {
      let document = try await client.load("home", query).document
      let index = FeedIndex(document)
      // Screens of a phone, a hairline and nothing, from above the content to below it.
      for height in [844.0, 1, 0] {
        for step in -2...26 {
          let top = Double(step) * document.contentSize.height / 23 + 0.37
          let visible = index.boxes(from: top, to: top + height)
          for (place, section) in document.sections.enumerated() {
            let origin = section.layoutTop.y
            let expected = try await served(
              section, of: document, from: top - origin, to: top + height - origin)
            let actual = visible.first { $0.section == place }?.items.map { section.items[$0]?.id }
            try require(
              actual ?? [] == expected,
              "\(section.id) at \(top) of \(height) points shows \(expected), not \(actual ?? [])")
            answers += 1
            found += expected.count
          }
        }
      }
    }
    try require(found > answers / 20, "some boxes are seen")
    print("✔ sees the boxes that the server does: \(answers) ranges, \(found) boxes")
  }

  private static let queries = [
    FeedQuery(width: 390),
    FeedQuery(width: 375, textSize: 1.5, direction: .rightToLeft, locale: "en"),
    FeedQuery(width: 1024),
  ]

  /// The items in a range of a section, by the server's own calculation of the layout.
  private func served(
    _ section: FeedSection, of document: FeedDocument, from lower: Double, to upper: Double
  ) async throws -> [Int] {
    // The options of a document have what its text size has changed; a staggered grid has no option for it.
    var items = [
      "width": "\(document.viewportWidth)", "direction": document.direction.rawValue,
      "y_range": "\(lower),\(upper)",
    ]
    if section.layout.type == .staggeredGrid {
      items["text_size"] = "\(document.textSize)"
      items["cell"] = section.cell?.name.rawValue
    }
    for (name, value) in section.layout.options { items[name] = value.string ?? value.description }
    var address = URLComponents(
      url: base.appendingPathComponent("v1/layouts/\(section.layout.type)"),
      resolvingAgainstBaseURL: true)
    address?.queryItems = items.sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    var request = URLRequest(url: try require(address?.url, "an address"))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let raw = section.items.compactMap { $0?.raw }
    request.httpBody = JSONValue.object(["result": .array(raw)]).data
    let (body, _) = try await URLSession.shared.data(for: request)
    let answer = try JSONValue(data: body)
    try require(
      answer["frames"] == section.layout.raw["frames"], "the frames of \(section.id), not \(answer)"
    )
    return try require(answer["visible"]?["item_ids"]?.array?.compactMap(\.int), "visible items")
  }
}
