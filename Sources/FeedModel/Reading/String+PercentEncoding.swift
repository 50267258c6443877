import Foundation

extension String {
  /// The text as a value in an address: everything but the unreserved characters of RFC 3986,
  /// section 2.3, as `%XX`.
  package var percentEncoded: String {
    // Every text has UTF-8, so there is always an encoding.
    addingPercentEncoding(withAllowedCharacters: .unreserved) ?? ""
  }
}

extension CharacterSet {
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-._~")
}
