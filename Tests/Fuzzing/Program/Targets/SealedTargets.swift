import FeedModel
import FeedPublisher
import Foundation

/// What clients bring back that a server has signed: cursors, and the links of previews, which are made in the same way.
enum SealedTargets {
  private static let signer = CursorSigner(secret: Array(repeating: 7, count: 32))
  private static let content = ["until": 1_800_000_000_000]

  /// Nothing is opened but what was signed, for what it was signed for. The input is a text, or a change of a signed
  /// one: a place and a byte.
  static func sealed(_ input: FuzzInput) {
    var input = input
    require(signer.open(input.text, as: [String: Int].self, for: "list") == nil, "a forged cursor")
    let text = input.text
    if let bytes = Base64URL.decode(text) {
      require(Base64URL.encode(bytes) == text, "two texts of the same bytes: \(text)")
    }
    guard let cursor = try? signer.cursor(content, for: "list") else {
      fatalError("no cursor could be made")
    }
    require(signer.open(cursor, as: [String: Int].self, for: "list") == content, "a lost cursor")
    let purpose = String(decoding: input.part(), as: UTF8.self)
    require(
      purpose == "list" || signer.open(cursor, as: [String: Int].self, for: purpose) == nil,
      "a cursor for another list")
    var changed = Array(cursor.utf8)
    let place = Int(input.byte()) % changed.count
    changed[place] = input.byte()
    let forged = String(decoding: changed, as: UTF8.self)
    require(
      forged == cursor || signer.open(forged, as: [String: Int].self, for: "list") == nil,
      "a changed cursor is opened: \(forged)")
  }
}
