import Foundation
import StrictJSON
import TestSupport

/// A request of a random history.
struct RandomRequest: CustomStringConvertible {
  let method: String
  let path: String
  var body: String?
  var headers: [String: String] = [:]

  var description: String { "\(method) \(path) \(body ?? "") \(headers)" }
}

/// Random requests of every sort, of which some are refused.
struct RandomRequests {
  private static let words = [
    "海", "カフェ", "夕焼け", "Coffee", "SUNSET", "street's", "ΟΔΟΣ", "naïve", "50%", "a_b", "\\n", "東京都",
    "ab", "é",
  ]
  private static let kinds = [
    "campaign_banners", "recent_news", "featured_topics", "trend_articles", "pickup_photos",
    "favorite_scenes",
  ]

  private var random: SeededGenerator
  /// The version of the definition of each kind of one's own.
  private var definitions: [String: Int] = [:]
  private var releaseCount = 0
  /// The moment of the server, in milliseconds since 1970.
  var now = 0

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  // MARK: Values

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func isOne(in count: Int) -> Bool { number(1...count) == 1 }

  private mutating func text() -> String {
    let words = (0..<number(1...4)).map { _ in pick(Self.words) }.joined(separator: " ")
    return String(decoding: JSONWriter.encode { $0.value(words) }, as: UTF8.self)
  }

  private mutating func address() -> String { #""https://example.com/\#(number(1...40)).jpg""# }

  private mutating func date() -> String {
    let zone = pick(["+0900", "-0130", "+0000"])
    return
      #""2026-\#(two(1...12))-\#(two(1...28))T\#(two(0...23)):04:05.00\#(number(0...9))\#(zone)""#
  }

  private mutating func two(_ range: ClosedRange<Int>) -> String {
    let number = number(range)
    return number < 10 ? "0\(number)" : "\(number)"
  }

  private mutating func moment() -> String {
    let milliseconds = now + number(-40...40) * 1_000
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    return #""\#(date.formatted(.iso8601))""#
  }

  /// The members of an item of `kind`, each with its value.
  private mutating func members(of kind: String) -> [(String, String)] {
    switch kind {
    case "campaign_banners":
      [("banner_contents_id", "\(number(1...99))"), ("banner_url", address())]
    case "recent_news":
      [
        ("thumbnail_url", address()), ("title", text()), ("news_category", text()),
        ("published_at", date()),
      ]
    case "featured_topics":
      [
        ("rating", pick(["0", "3.25", "5", "6"])), ("thumbnail_url", address()),
        ("title", text()), ("caption", text()), ("published_at", date()),
      ]
    case "trend_articles":
      [
        ("thumbnail_url", address()), ("title", text()), ("introduction", text()),
        ("published_at", date()),
      ]
    case "pickup_photos":
      [
        ("photo_url", address()), ("photo_width", "\(number(1...4_000))"),
        ("photo_height", "\(number(1...4_000))"), ("title", text()), ("caption", text()),
        ("published_at", date()),
      ]
    case "favorite_scenes":
      [
        ("photo_url", address()), ("author", text()), ("title", text()), ("category", text()),
        ("shop_name", text()), ("comment", text()), ("published_at", date()),
      ]
    default: ownMembers(of: kind)
    }
  }

  /// The visibility and the translations of an item: often none.
  private mutating func extras(of kind: String) -> [(String, String)] {
    var extras: [(String, String)] = []
    if isOne(in: 5) { extras.append(("draft", pick(["true", "false"]))) }
    if isOne(in: 5) { extras.append(("publish_at", isOne(in: 3) ? "null" : moment())) }
    if isOne(in: 6) { extras.append(("unpublish_at", isOne(in: 3) ? "null" : moment())) }
    if isOne(in: 8) { extras.append(("when", pick([#"{"platforms":["ios"]}"#, "null"]))) }
    if kind != "campaign_banners", !kind.hasPrefix("own"), isOne(in: 4) {
      extras.append(("title@\(pick(["en", "de"]))", isOne(in: 4) ? "null" : text()))
    }
    return extras
  }

  private mutating func item(of kind: String) -> String {
    Self.object(members(of: kind) + extras(of: kind))
  }

  private mutating func patch(of kind: String) -> String {
    let some = members(of: kind).filter { _ in isOne(in: 2) }
    return Self.object(some + extras(of: kind))
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
  }

  private mutating func kind() -> String { pick(Self.kinds + definitions.keys.sorted()) }

  // MARK: Kinds of one's own

  /// The fields of the versions of a definition: each change adds, removes or renames one.
  private static let versions = [
    #"{"name":"label","type":"text","max_length":60},{"name":"opened","type":"date","required":false}"#,
    #"{"name":"label","type":"text","max_length":60},{"name":"opened","type":"date","required":false},{"name":"tags","type":"list","of":"text","default":[]}"#,
    #"{"name":"name","type":"text","max_length":60,"renamed_from":"label"},{"name":"opened","type":"date","required":false},{"name":"tags","type":"list","of":"text","default":[]}"#,
    #"{"name":"name","type":"text"},{"name":"tags","type":"list","of":"text","default":[]},{"name":"score","type":"number","default":0.5}"#,
  ]

  private mutating func ownMembers(of kind: String) -> [(String, String)] {
    let version = definitions[kind] ?? 0
    var members = [(version < 2 ? "label" : "name", text())]
    if version < 3, isOne(in: 2) { members.append(("opened", date())) }
    if version > 0 { members.append(("tags", "[\(text()),\(text())]")) }
    if version == 3 { members.append(("score", pick(["0.1", "-2.5", "1e3"]))) }
    return members
  }

  private mutating func define() -> RandomRequest {
    let name = pick(["own_things", "own_places"])
    let version = definitions[name].map { min($0 + 1, Self.versions.count - 1) } ?? 0
    definitions[name] = version
    return RandomRequest(
      method: "PUT", path: "/v1/kinds/\(name)?discard=opened",
      body: #"{"kind":"\#(name)","fields":[\#(Self.versions[version])]}"#)
  }

  // MARK: Requests

  /// The next request.
  mutating func next() -> RandomRequest {
    let kind = kind()
    let path = "/v1/content/\(kind)"
    let id = number(1...25)
    switch number(1...24) {
    case 1...5: return RandomRequest(method: "PUT", path: "\(path)/\(id)", body: item(of: kind))
    case 6...9: return RandomRequest(method: "PATCH", path: "\(path)/\(id)", body: patch(of: kind))
    case 10: return RandomRequest(method: "DELETE", path: "\(path)/\(id)")
    case 11, 12:
      return RandomRequest(
        method: "POST", path: path, body: item(of: kind),
        headers: ["Idempotency-Key": "key-\(number(1...12))"])
    case 13, 14: return batch()
    case 15, 16: return compose()
    case 17: return define()
    case 18, 19: return importing(kind)
    case 20, 21: return release()
    case 22: return restore(kind, id)
    case 23: return token()
    default: return RandomRequest(method: "DELETE", path: "/v1/feeds/\(pick(["summer", "winter"]))")
    }
  }

  private mutating func batch() -> RandomRequest {
    RandomRequest(method: "POST", path: "/v1/batch", body: #"{"operations":\#(operations(1...4))}"#)
  }

  private mutating func operations(_ counts: ClosedRange<Int>) -> String {
    let operations = (0..<number(counts)).map { _ in
      let kind = kind()
      let place = #""kind":"\#(kind)","id":\#(number(1...25))"#
      switch number(1...4) {
      case 1: return #"{"op":"replace",\#(place),"body":\#(item(of: kind))}"#
      case 2: return #"{"op":"patch",\#(place),"body":\#(patch(of: kind))}"#
      case 3: return #"{"op":"create","kind":"\#(kind)","body":\#(item(of: kind))}"#
      default: return #"{"op":"delete",\#(place)}"#
      }
    }
    return "[\(operations.joined(separator: ","))]"
  }

  private mutating func compose() -> RandomRequest {
    let sections = (0..<number(1...4)).map { place in
      let kind = kind()
      let sort = pick(["id", "-id"])
      let source = pick([
        "", #","source":{"sort":"\#(sort)"}"#,
        #","source":{"pinned":[\#(number(1...9)),\#(number(10...20))]}"#,
      ])
      let window = isOne(in: 4) ? #","window":{"publish_at":\#(moment())}"# : ""
      return
        #"{"id":"s\#(place)","kind":"\#(kind)","title":\#(text()),"limit":\#(number(1...9))\#(source)\#(window)}"#
    }
    return RandomRequest(
      method: "PUT", path: "/v1/feeds/\(pick(["home", "summer", "winter"]))/composition",
      body: #"{"sections":[\#(sections.joined(separator: ","))]}"#)
  }

  private mutating func importing(_ kind: String) -> RandomRequest {
    let items = (0..<number(1...30)).map { _ in
      Self.object([("id", "\(number(1...60))")] + members(of: kind) + extras(of: kind))
    }
    return RandomRequest(
      method: "POST",
      path: "/v1/import/\(kind)?format=json&dry_run=\(isOne(in: 5) ? "true" : "false")",
      body: "[\(items.joined(separator: ","))]")
  }

  private mutating func release() -> RandomRequest {
    let id = number(1...max(releaseCount, 1))
    let path = "/v1/releases/\(id)"
    switch number(1...6) {
    case 1, 2:
      releaseCount += 1
      return RandomRequest(
        method: "POST", path: "/v1/releases",
        body: #"{"name":\#(text()),"publish_at":\#(isOne(in: 2) ? "null" : moment())}"#)
    case 3, 4:
      return RandomRequest(
        method: "PUT", path: "\(path)/operations", body: #"{"operations":\#(operations(1...3))}"#)
    case 5: return RandomRequest(method: "POST", path: "\(path)/publish")
    default: return RandomRequest(method: "DELETE", path: path)
    }
  }

  private mutating func restore(_ kind: String, _ id: Int) -> RandomRequest {
    let subjects = pick([
      #""content/\#(kind)/\#(id)""#, #""feeds/home/composition""#, #""feeds/home""#,
    ])
    return RandomRequest(
      method: "POST", path: "/v1/restore",
      body: #"{"revision":\#(number(1...20)),"subjects":[\#(subjects)]}"#)
  }

  private mutating func token() -> RandomRequest {
    isOne(in: 2)
      ? RandomRequest(
        method: "POST", path: "/v1/tokens", body: #"{"name":\#(text()),"role":"viewer"}"#)
      : RandomRequest(method: "DELETE", path: "/v1/tokens/\(number(2...6))")
  }

  // MARK: Reads

  /// Reads of everything that the requests before may have changed.
  mutating func reads() -> [String] {
    let kind = kind()
    let words = pick(Self.words) + (isOne(in: 2) ? " " + pick(Self.words) : "")
    let search = words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let locale = pick(["", "&locale=en", "&locale=de"])
    let sort = pick(
      ["id", "-id"]
        + (Self.kinds.contains(kind) && kind != "campaign_banners"
          ? ["-published_at", "published_at,-id", "title"] : []))
    return [
      "/v1/feeds", "/v1/feeds/\(pick(["home", "summer", "winter"]))?width=390\(locale)",
      "/v1/feeds/home?revision=\(number(1...20))", "/v1/content/\(kind)?limit=50\(locale)",
      "/v1/content/\(kind)?q=\(search)&sort=\(sort)&limit=7&count=true\(locale)",
      "/v1/content/\(kind)?visibility=\(pick(["draft", "scheduled", "shown", "ended"]))&sort=\(sort)",
      "/v1/content/\(kind)/\(number(1...25))", "/v1/content/\(kind)/\(number(1...25))/history",
      "/v1/export/\(kind)?format=\(pick(["json", "csv", "ndjson"]))", "/v1/kinds",
      "/v1/revisions?limit=5", "/v1/audit?limit=9", "/v1/releases", "/v1/tokens",
      "/v1/feeds/home/composition", "/v1/feeds/home/diff?from=\(number(1...20))&width=390",
    ]
  }
}
