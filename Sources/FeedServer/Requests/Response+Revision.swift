import FeedPublisher
import HTTPTypes
import Hummingbird

extension Response {
  /// The response with the revision it shows, and the keys that caches may purge it by.
  func marked(revision: Int, keys: SurrogateKeys? = nil) -> Response {
    var response = self
    response.headers[.revision] = "\(revision)"
    if let keys { response.headers[.surrogateKeys] = keys.text }
    return response
  }
}

extension HTTPField.Name {
  static let revision = field("X-Tanada-Revision")
  /// What Varnish's module of this name looks at.
  static let surrogateKeys = field("xkey")
}
