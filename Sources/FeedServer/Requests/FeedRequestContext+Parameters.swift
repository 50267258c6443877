import FeedModel
import Hummingbird

extension FeedRequestContext {
  /// The kind of content that the path names.
  func contentKind() throws -> ContentKind {
    let name = try parameters.require("kind")
    guard let kind = ContentKind(rawValue: name) else {
      let names = ContentKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.notFound("there is no kind \(name); expected one of \(names)")
    }
    return kind
  }

  /// The id that the path names, which belongs to `what`.
  func identifier(of what: String) throws -> Int {
    let text = try parameters.require("id")
    guard let id = Int(text), id > 0, text == String(id) else {
      throw Problem.notFound("\(what) has no item \(text)")
    }
    return id
  }
}
