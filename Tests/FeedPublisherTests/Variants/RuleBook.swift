import FeedModel
import StrictJSON

/// A condition, as its author means it.
struct Rule: Hashable {
  var platforms: [String] = []
  /// Comparisons of whole numbers of versions, such as `>=` and 3.
  var versions: [Comparison] = []
  var audiences: [String] = []
  var share: Share?

  struct Comparison: Hashable {
    let sign: String
    let major: Int
  }

  /// A share, in tenths.
  struct Share: Hashable {
    let from: Int
    let to: Int
    let salt: String
  }

  /// The condition in JSON.
  var text: String {
    var members: [String] = []
    func list(_ names: [String]) -> String {
      "[" + names.map { "\"\($0)\"" }.joined(separator: ",") + "]"
    }
    if !platforms.isEmpty { members.append("\"platforms\":\(list(platforms))") }
    if !versions.isEmpty {
      let range = versions.map { "\($0.sign)\($0.major)" }.joined(separator: " ")
      members.append("\"app_version\":\"\(range)\"")
    }
    if !audiences.isEmpty { members.append("\"audiences\":\(list(audiences))") }
    if let share {
      let (from, to) = (Double(share.from) / 10, Double(share.to) / 10)
      members.append(#""share":{"from":\#(from),"to":\#(to),"salt":"\#(share.salt)"}"#)
    }
    return "{\(members.joined(separator: ","))}"
  }

  func isMet(by person: Person) -> Bool {
    if !platforms.isEmpty {
      guard let platform = person.platform, platforms.contains(platform) else { return false }
    }
    for comparison in versions {
      guard let version = person.version else { return false }
      let (has, asked) = (version, Double(comparison.major))
      switch comparison.sign {
      case ">=": if has < asked { return false }
      case ">": if has <= asked { return false }
      case "<=": if has > asked { return false }
      case "<": if has >= asked { return false }
      default: if has != asked { return false }
      }
    }
    if !audiences.isEmpty, !audiences.contains(where: person.audiences.contains) { return false }
    if let share {
      // Where a key is by a salt, is checked by vectors.
      guard let key = person.key else { return false }
      let tenth = ClientShare.place(of: key, salt: share.salt) * 10
      if tenth < Double(share.from) || tenth >= Double(share.to) { return false }
    }
    return true
  }
}

/// A client with its reader.
struct Person: Hashable {
  var platform: String?
  /// A version such as 3, or 3.5.
  var version: Double?
  var audiences: Set<String> = []
  var key: String?

  var facts: ClientFacts {
    get throws {
      ClientFacts(
        platform: platform, appVersion: try version.map { try AppVersion("\($0)") },
        audiences: audiences, bucket: key.map { .key($0) } ?? .unknown)
    }
  }
}

/// When and to whom something is shown, as its author means it. Moments are in minutes.
struct Showing {
  var isDraft = false
  var from: Int?
  var until: Int?
  var rule: Rule?

  func isShown(at minute: Int) -> Bool {
    !isDraft && from.map { $0 <= minute } ?? true && until.map { minute < $0 } ?? true
  }

  func isShown(to person: Person, at minute: Int) -> Bool {
    isShown(at: minute) && rule?.isMet(by: person) ?? true
  }
}

/// A section, as its author means it.
struct PlannedSection {
  /// The layouts of the tests, with whether their sections have pages.
  static let layouts = [("uniform_grid", true), ("staggered_grid", true), ("snap_carousel", false)]

  let id: String
  let limit: Int
  let layout: (name: String, hasPages: Bool)
  /// The items in their order; `nil` for a query.
  let pinned: [Int]?
  /// The least width of the items that the query finds.
  let leastWidth: Int?
  /// Whether the widest items come first; otherwise they are in the order of their ids.
  let isSortedByWidth: Bool
  let showing: Showing
}

/// An item, as its author means it.
struct PlannedItem {
  let id: Int
  let width: Int
  let showing: Showing
}

/// A section as a client gets it.
struct SeenSection: Hashable {
  let id: String
  /// The items on the screen.
  let items: [Int]
  /// The items on all pages.
  let all: [Int]
  /// The salt of the share that has chosen it.
  let variantOf: String?
}

/// The rules of targeting, read aloud: no part of the product is in here.
struct RuleBook {
  var items: [PlannedItem]
  var sections: [PlannedSection]
  var minute: Int

  /// The screen of a client.
  func screen(of person: Person) -> [SeenSection] {
    sections.filter { $0.showing.isShown(to: person, at: minute) }.map { section in
      let shown = items.filter { $0.showing.isShown(to: person, at: minute) }
      var found: [PlannedItem]
      if let pinned = section.pinned {
        found = pinned.compactMap { id in shown.first { $0.id == id } }
      } else {
        found = shown.filter { $0.width >= section.leastWidth ?? 0 }
        found.sort { one, other in
          if section.isSortedByWidth, one.width != other.width { return one.width > other.width }
          return one.id < other.id
        }
      }
      let ids = found.map(\.id)
      let beginning = Array(ids.prefix(section.limit))
      return SeenSection(
        id: section.id, items: beginning, all: section.layout.hasPages ? ids : beginning,
        variantOf: section.showing.rule?.share?.salt)
    }
  }
}
