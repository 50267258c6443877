import FeedHTTP
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
