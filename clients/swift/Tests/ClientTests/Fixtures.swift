import Foundation
import TanadaClient

/// Documents and clients for tests.
enum Fixtures {
  /// A screen of two grids, one below the other, at `revision`.
  static func document(revision: Int = 1, next: String? = nil) -> JSONValue {
    [
      "schema_version": 1, "feed": "home", "revision": JSONValue(revision),
      "viewport": ["width": 390], "content_size": ["width": 390, "height": 410],
      "sections": [
        section("first", y: 0, ids: [1, 2, 3], next: next), section("second", y: 210, ids: [4]),
      ],
    ]
  }

  /// A section with items of 90 × 90 points in two columns.
  static func section(
    _ id: String, y: Double, ids: [Int], from index: Int = 0, next: String? = nil
  ) -> JSONValue {
    let places = index..<index + ids.count
    let rows = Double((places.upperBound + 1) / 2)
    return [
      "id": .string(id), "kind": "photos", "title": "Photos", "roles": ["headline": "title"],
      "frame": [
        "x": 0, "y": .number(y), "width": 390, "height": .number(rows * 100),
      ],
      "layout": [
        "type": "uniform_grid", "viewport": ["width": 390], "columns": 2,
        "media_size": ["width": 90, "height": 90],
        "content_size": ["width": 390, "height": .number(rows * 100)],
        "frames": .array(
          zip(ids, places).map { id, place in
            [
              "id": JSONValue(id), "x": .number(Double(place % 2) * 100),
              "y": .number(Double(place / 2) * 100), "width": 90, "height": 90,
            ]
          }),
      ],
      "items": .array(
        ids.map { id in
          [
            "id": JSONValue(id), "title": .string("Photo \(id)"),
            "impression_id": .string("seen-\(id)"),
          ]
        }),
      "next": next.map(JSONValue.string) ?? .null,
    ]
  }

  /// A folder of its own.
  static func folder() -> URL {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("client-\(UUID().uuidString)", isDirectory: true)
  }

  /// A problem document.
  static func problem(_ status: Int, _ code: String) -> LoopbackServer.Reply {
    let body: JSONValue = [
      "status": JSONValue(status), "code": .string(code), "title": "A title", "detail": "A detail",
      "request_id": "r-1", "errors": [["pointer": "/a", "detail": "wrong"]],
    ]
    return LoopbackServer.Reply(
      status: status, headers: ["Content-Type": "application/problem+json"],
      body: body.description)
  }
}

/// The pauses of a client, which take no time.
actor Pauses {
  private(set) var all: [Duration] = []

  /// Notes a pause. After `last` of them the task that waits is cancelled.
  func note(_ pause: Duration) { all.append(pause) }

  /// A policy whose pauses are noted here; none by chance.
  nonisolated func policy(attempts: Int = 3) -> WaitingPolicy {
    WaitingPolicy(
      attempts: attempts, sleep: { await self.note($0) }, random: { 0 })
  }
}
