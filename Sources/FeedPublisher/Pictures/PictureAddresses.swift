import Crypto
package import FeedModel
import Foundation

/// The addresses of the pictures that are made of photos, for documents.
///
/// The server makes pictures of any size that a document has asked for, which it knows by their signature:
/// an HMAC-SHA256 (RFC 2104) of the photo, the size, the fit and the focus.
package struct PictureAddresses: Sendable {
  /// The length of the signature, in bytes: half of the HMAC, which RFC 2104 allows.
  private static let signatureLength = 16

  /// The origin of the server, such as `https://feeds.example.com`; empty for addresses without an
  /// origin.
  package let server: String
  private let key: SymmetricKey

  /// - Parameters:
  ///   - server: the origin of the server, without a slash at its end.
  ///   - secret: the key of the signatures, the same on every server of the store.
  package init(server: String, secret: [UInt8]) {
    self.server = server
    key = SymmetricKey(data: secret)
  }

  /// The address of the whole picture of a photo, a JPEG.
  package func wholePicture(of photo: PhotoID) -> String { server + PhotoAddress.path(of: photo) }

  /// The address of `rendition`, with its signature.
  package func address(of rendition: Rendition) -> String {
    server + rendition.address(signature: signature(of: rendition))
  }

  /// Whether `signature` is one of this store for `rendition`, at whatever ratio and in whatever format.
  package func accepts(_ signature: String, for rendition: Rendition) -> Bool {
    guard let bytes = Base64URL.decode(signature), bytes.count == Self.signatureLength else {
      return false
    }
    // Compared in constant time: each byte takes part, whatever the ones before it are.
    return zip(bytes, code(of: rendition)).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func signature(of rendition: Rendition) -> String {
    Base64URL.encode(code(of: rendition))
  }

  private func code(of rendition: Rendition) -> [UInt8] {
    let text = Data(rendition.signedText.utf8)
    return Array(
      HMAC<SHA256>.authenticationCode(for: text, using: key).prefix(Self.signatureLength))
  }
}
