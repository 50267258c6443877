public import FeedLayout

/// A part of a cell or a header: its place, and what is drawn there.
public struct FeedSlot: Hashable, Sendable {
  /// The slot as the server sent it.
  public let raw: JSONValue
  /// The part of an item that it shows, or a decoration.
  public let role: SlotRole
  /// The content of the slot.
  public let content: SlotContent
  /// The role of the text that the slot follows; `nil` for one that follows none.
  public let after: SlotRole?
  /// The place of the slot; `nil` for one that says it in a way that came later than this client.
  private let place: CellSlot?

  init(_ json: JSONValue) {
    raw = json
    let type = json["type"]?.string ?? ""
    role = SlotRole(rawValue: json["role"]?.string ?? type)
    content = SlotContent(json, type: type)
    after = json["after"]?.string.map { SlotRole(rawValue: $0) }
    place = CellSlot(json)
  }

  /// Whether this version of the client can draw the slot.
  public var canBeDrawn: Bool {
    if case .other = content { false } else { place != nil }
  }

  /// The side of the cell that the slot keeps its distance from: a text with fewer lines ends at the bottom of a slot
  /// that is anchored there.
  public var isAnchoredAtBottom: Bool { place?.anchor == .bottom }

  /// The box of the slot in a cell of `size`, in points; `nil` for a slot of no known place.
  ///
  /// - Parameters:
  ///   - size: the size of the cell, in points.
  ///   - end: where the text ends that the slot follows, in points from the top of the cell.
  public func rect(in size: Size, after end: Double = 0) -> Rect? {
    place?.rect(in: size, after: end)
  }
}

extension CellSlot {
  /// The place that `json` says, without its content.
  fileprivate init?(_ json: JSONValue) {
    guard let anchor = json["anchor"]?.string.flatMap(Anchor.init),
      let offset = json["offset"]?.double
    else { return nil }
    let extent: Extent
    if let height = json["height"]?.double {
      extent = .height(height)
    } else if let bottom = json["bottom"]?.double {
      extent = .bottom(bottom)
    } else {
      return nil
    }
    self.init(
      content: .line(CellColor("")), anchor: anchor, offset: offset, left: json["left"]?.double,
      right: json["right"]?.double, width: json["width"]?.double, extent: extent,
      // Which text it is makes no difference to the place.
      after: json["after"] == nil ? nil : .summary)
  }
}

/// The role of a slot.
public struct SlotRole: OpenName {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The picture of the item.
  public static let image: Self = "image"
  /// A shade over the picture, which makes texts on it readable.
  public static let shade: Self = "shade"
  /// A separator.
  public static let line: Self = "line"
  /// The rating as stars.
  public static let stars: Self = "stars"
  /// The headline of the item.
  public static let headline: Self = "headline"
  /// The summary of the item.
  public static let summary: Self = "summary"
  /// The date of the item.
  public static let date: Self = "date"
  /// The label of the item.
  public static let label: Self = "label"
  /// The author of the item.
  public static let author: Self = "author"
  /// The place of the item.
  public static let place: Self = "place"
  /// The rating as a number.
  public static let rating: Self = "rating"
  /// A text that is the same for all items.
  public static let fixed: Self = "fixed"
  /// Of headers: the title of the section.
  public static let title: Self = "title"
  /// Of headers: the line below the title.
  public static let subtitle: Self = "subtitle"
  /// Of headers: the action that leads to all items.
  public static let action: Self = "action"
}
