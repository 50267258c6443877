import FeedStore
import Foundation
import LayoutCatalog

/// The last event that a client has seen: the number of its revision and, behind a point, the id.
struct LastEvent: CustomStringConvertible {
  /// 0 before the first revision.
  let number: Int
  /// `nil` if the client knows only the number.
  let id: UUID?

  init(_ revision: Revision?) {
    number = revision?.number ?? 0
    id = revision?.id
  }

  /// `7.1b4e28ba-2fa1-4d2b-883f-0016d3cca427`, or `7`.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0].count <= 18, String(parts[0]).isDecimal, let number = Int(parts[0]) else {
      return nil
    }
    self.number = number
    id = parts.count == 2 ? UUID(uuidString: String(parts[1])) : nil
    if parts.count == 2, id == nil { return nil }
  }

  var description: String { id.map { "\(number).\($0.text)" } ?? "\(number)" }

  /// Whether `revision` is the one of the event.
  func isOf(_ revision: Revision?) -> Bool {
    revision?.number == number && (id == nil || id == revision?.id)
  }
}
