public import Foundation

/// An item of a section: the fields of its kind under their own names, and what the server has derived from them.
public struct FeedItem: Hashable, Sendable, Identifiable {
  /// The item as the server sent it, with all of its fields.
  public let raw: JSONValue
  /// The number of the item, unique in its kind.
  public let id: Int
  /// The day of the item in the server's time zone.
  public let dateLabel: String?
  /// How full each star is, 0…1.
  public let stars: [Double]
  /// The picture; `nil` for none.
  public let image: FeedImage?
  /// Where a tap leads; `nil` for nowhere.
  public let action: FeedAction?
  /// The name of this appearance of the item, for counting impressions.
  public let impressionID: String?
  /// Everything that the cell can say, in one line.
  public let accessibilityLabel: String?
}

extension FeedItem {
  /// The item that `json` is; `nil` without an id.
  init?(_ json: JSONValue) {
    guard let id = json["id"]?.int else { return nil }
    raw = json
    self.id = id
    dateLabel = json["date_label"]?.string
    stars = (json["stars"]?.array ?? []).map { min(max($0.double ?? 0, 0), 1) }
    image = json["image"].flatMap(FeedImage.init)
    action = json["action"].flatMap(FeedAction.init)
    impressionID = json["impression_id"]?.string
    accessibilityLabel = json["accessibility_label"]?.string
  }

  /// The field or derived member `name`.
  public subscript(name: String) -> JSONValue? { raw[name] }

  /// The item as a type of the app, such as the entity that it had before it came from a feed.
  ///
  /// - Throws: the error of the decoder.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, with decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try raw.decode(type, with: decoder)
  }

  /// The text that a slot of `role` shows; empty for none.
  public func text(_ role: SlotRole, _ roles: FeedRoles) -> String {
    if role == .date, let dateLabel { return dateLabel }
    guard let field = roles.field(of: role), let value = raw[field] else { return "" }
    switch value {
    case .string(let text): return text
    case .number(let number) where role == .rating: return String(format: "%.1f", number)
    case .number, .integer, .bool: return value.description
    case .null, .array, .object: return ""
    }
  }
}

/// The fields of a kind by their roles.
public struct FeedRoles: Hashable, Sendable {
  private let fields: [String: String]

  init(_ json: JSONValue?) {
    fields = (json?.object ?? [:]).compactMapValues(\.string)
  }

  /// The name of the field of `role`; `nil` if the kind has none.
  public func field(of role: SlotRole) -> String? { fields[role.rawValue] }
}

/// Where a tap leads.
public struct FeedAction: Hashable, Sendable {
  /// The action as the server sent it.
  public let raw: JSONValue
  /// The text of a header's action.
  public let title: String?
  /// A place in the app.
  public let deepLink: URL?
  /// A page for clients without the app.
  public let webURL: URL?

  init?(_ json: JSONValue) {
    guard json.object != nil else { return nil }
    raw = json
    title = json["title"]?.string
    deepLink = json["deep_link"]?.string.flatMap { URL(string: $0) }
    webURL = json["web_url"]?.string.flatMap { URL(string: $0) }
  }
}

/// The header above the layout of a section.
public struct FeedHeader: Hashable, Sendable {
  /// The header as the server sent it.
  public let raw: JSONValue
  /// The height, in points.
  public let height: Double
  /// The line below the title.
  public let subtitle: String?
  /// The action that leads to all items.
  public let action: FeedAction?
  /// The slots of the roles ``SlotRole/title``, ``SlotRole/subtitle`` and ``SlotRole/action``, in a box of ``height``
  /// across the section.
  public let slots: [FeedSlot]

  init?(_ json: JSONValue) {
    guard let height = json["height"]?.extent else { return nil }
    raw = json
    self.height = height
    subtitle = json["subtitle"]?.string
    action = json["action"].flatMap(FeedAction.init)
    slots = (json["slots"]?.array ?? []).map(FeedSlot.init)
  }
}
