import FeedHTTP
import FeedModel
import HTTPTypes
import HummingbirdCore
import StrictJSON

extension JSONWriter {
  /// The bytes of an object with `members`.
  static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    encode { $0.object(members) }
  }

  /// Writes member `name`, an array with an object for each of `elements`.
  mutating func objects<Elements: Sequence>(
    _ name: String, _ elements: Elements,
    _ members: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array(name, elements) { writer, element in writer.object { members(&$0, element) } }
  }
}

extension Response {
  /// An object with `members`, made for one request and not cached.
  init(status: HTTPResponse.Status = .ok, object members: (inout JSONWriter) -> Void) {
    self.init(status: status, json: JSONWriter.object(members))
  }

  /// The answer to a write that leaves nothing to tell.
  static var noContent: Response {
    Response(status: .noContent, headers: [.cacheControl: CachePolicy.none.rawValue])
  }
}

/// A page of a list of numbered entries, the newest first. Its cursor is the number of the last entry on the
/// page before.
struct NumberedPage {
  /// The limits that a page of any list may have.
  static let limits = 1...1_000
  static let defaultLimit = 100

  let limit: Int
  /// The number below which the page begins; `nil` for the first page.
  let start: Int?

  /// The page that `request` asks for with `limit` and `cursor`.
  init(_ request: Request) throws {
    limit = try request.integer(.limit) ?? Self.defaultLimit
    start = try request.text(.cursor).map { text in
      guard let number = Int(text), number > 0, text == "\(number)" else {
        throw Problem.invalidCursor
      }
      return number
    }
  }

  /// The response with `found`, the entries of the page and one more if there is another page, which is known
  /// without counting.
  ///
  /// - Parameters:
  ///   - path: the path of the list.
  ///   - filter: the other parameters, with an ampersand before each.
  func response<Entry>(
    _ found: [Entry], numbered number: (Entry) -> Int, at path: String, filter: String = "",
    write: (inout JSONWriter, Entry) -> Void
  ) -> Response {
    let entries = found.prefix(limit)
    let next =
      found.count > limit
      ? entries.last.map { "\(path)?limit=\(limit)\(filter)&cursor=\(number($0))" } : nil
    var response = Response { object in
      object.array("result", entries, write)
      object.member("next", optional: next) { $0.value($1) }
    }
    if let next { response.headers[.link] = "<\(next)>; rel=\"next\"" }
    return response
  }
}
