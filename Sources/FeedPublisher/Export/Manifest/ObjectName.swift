import FeedModel

/// The name of an object of an export: a path that follows from the address of a request alone, so that an edge or a web
/// server finds the object without a list.
///
/// | address | name |
/// |---|---|
/// | `/v1/feeds/home?width=390` | `v1/feeds/home/_/width=390.json` |
/// | `/v1/feeds/home?width=390&locale=en` | `v1/feeds/home/_/locale=en&width=390.json` |
/// | `/v1/feeds/home` | `v1/feeds/home/_/index.json` |
/// | `/v1/photos/0f3a/320x240.webp?signature=…&dpr=2` | `v1/photos/0f3a/320x240/_/dpr=2&signature=….webp` |
/// | `/v1/photos/0f3a.jpg` | `v1/photos/0f3a.jpg` |
package struct ObjectName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Parts with slashes between them, without one at the beginning.
  package let text: String

  /// Parameters of requests that have no part in names, beside those by which links are tracked: the document without them
  /// stands in for the others.
  package static let ignoredParameters: Set = ["max_version", "text_size"]
  /// How many characters of a cursor are in a name: most of the signature, which no other cursor has.
  package static let cursorLength = 40

  private static let pictureFormats: Set = ["jpg", "webp", "avif"]
  /// The longest part of a path, in bytes: that of file systems.
  private static let partLimit = 255

  /// The name for requests to `target`; `nil` for one that no document names.
  ///
  /// - Parameter target: the path, and perhaps a query, as it is sent.
  package init?(of target: String) {
    let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = halves.first, path.hasPrefix("/v1/") else { return nil }
    var parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy(Self.isPart), var last = parts.popLast() else { return nil }
    guard let query = Self.query(halves.count == 2 ? halves[1] : "") else { return nil }
    var ending = ".json"
    if let point = last.lastIndex(of: "."),
      Self.pictureFormats.contains(String(last[last.index(after: point)...]))
    {
      ending = String(last[point...])
      if !query.isEmpty { last = last[..<point] } else { ending = "" }
    }
    parts.append(last)
    if !ending.isEmpty { parts += ["_", Substring((query.isEmpty ? "index" : query) + ending)] }
    guard parts.allSatisfy({ $0.utf8.count <= Self.partLimit }) else { return nil }
    text = parts.joined(separator: "/")
  }

  /// A name that was made before; `nil` for a text that is none.
  package init?(written text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy(Self.isWrittenPart) else { return nil }
    self.text = text
  }

  /// The name of the object that says what is there.
  static let state = ObjectName(own: "export.json")

  /// The name of an object that is for no request.
  init(own text: String) { self.text = text }

  /// The name of the same document in a coding.
  ///
  /// - Parameter coding: its name in HTTP; empty for none.
  func coded(_ coding: String) -> ObjectName {
    switch coding {
    case "br": ObjectName(own: text + ".br")
    case "gzip": ObjectName(own: text + ".gz")
    default: self
    }
  }

  package var description: String { text }

  package static func < (one: ObjectName, other: ObjectName) -> Bool {
    one.text.utf8.lexicographicallyPrecedes(other.text.utf8)
  }

  /// The parameters in the order of their bytes, with shortened cursors; `nil` if a character is none that documents
  /// have in addresses.
  private static func query(_ text: Substring) -> String? {
    var parameters: [String] = []
    for parameter in text.split(separator: "&") {
      let name = parameter.prefix { $0 != "=" }
      if TrackingParameter.isOne(name) { continue }
      guard isPlain(parameter, besides: "=,") else { return nil }
      if ignoredParameters.contains(String(name)) { continue }
      let limit = name == "cursor" ? name.count + 1 + cursorLength : parameter.count
      parameters.append(String(parameter.prefix(limit)))
    }
    return parameters.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .joined(separator: "&")
  }

  private static func isPart(_ part: Substring) -> Bool {
    !part.isEmpty && part != "." && part != ".." && part != "_" && isPlain(part, besides: "")
  }

  private static func isWrittenPart(_ part: Substring) -> Bool {
    !part.isEmpty && part != "." && part != ".." && part.utf8.count <= partLimit
      && isPlain(part, besides: "=,&")
  }

  /// Whether a text has letters, digits and `-._~` alone, and `others`. Such characters are never encoded.
  private static func isPlain(_ text: Substring, besides others: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
      default: others.unicodeScalars.contains(scalar)
      }
    }
  }
}
