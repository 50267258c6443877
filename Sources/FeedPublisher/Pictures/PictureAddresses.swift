import Crypto
package import FeedModel
import Foundation

/// The addresses of the pictures that are made of photos. The server makes those sizes that
/// documents ask for: it knows them by their signature, an HMAC-SHA256 (RFC 2104) of the photo, the
/// size, the fit and the focus.
package struct PictureAddresses: Sendable {
  /// The length of the signature, in bytes: half of the HMAC, which RFC 2104 allows.
  private static let signatureLength = 16

  /// The origin of the server, such as `https://feeds.example.com`; empty for none.
  package let server: String
  private let key: SymmetricKey

  /// - Parameter secret: the key of the signatures, the same on every server of the store.
  package init(server: String, secret: [UInt8]) {
    self.server = server
    key = SymmetricKey(data: secret)
  }

  /// The address of the whole picture of a photo, a JPEG.
  package func wholePicture(of photo: PhotoID) -> String { server + PhotoAddress.path(of: photo) }

  /// The address of `rendition`, with its signature.
  package func address(of rendition: Rendition) -> String {
    server + rendition.address(signature: Base64URL.encode(code(of: rendition)))
  }

  /// Whether `signature` is one of this store for `rendition`, in any ratio and format.
  package func accepts(_ signature: String, for rendition: Rendition) -> Bool {
    guard let bytes = Base64URL.decode(signature), bytes.count == Self.signatureLength else {
      return false
    }
    // Compared in constant time: every byte is compared, also after a difference.
    return zip(bytes, code(of: rendition)).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func code(of rendition: Rendition) -> [UInt8] {
    let text = Data(rendition.signedText.utf8)
    return Array(
      HMAC<SHA256>.authenticationCode(for: text, using: key).prefix(Self.signatureLength))
  }
}

extension ContentItem {
  /// The item with addresses of photos that every client reaches: paths, and those of the writer's
  /// own machine, such as `http://localhost:8080/v1/photos/….jpg`, begin with the address of the
  /// server.
  func published(at addresses: PictureAddresses) -> ContentItem {
    var item = self
    for (place, field) in kind.fields.enumerated() {
      switch values[place] {
      case .text(let address):
        guard let own = addresses.published(address), field.type is URLField else { continue }
        item.values[place] = .text(own)
      case .list(let elements):
        guard (field.type as? ListField)?.element is URLField else { continue }
        item.values[place] = .list(
          elements.map { element in
            guard case .text(let address) = element, let own = addresses.published(address) else {
              return element
            }
            return .text(own)
          })
      default: continue
      }
    }
    return item
  }
}

extension PictureAddresses {
  /// The address for clients of the photo that `address` leads to on any machine; `nil` for others.
  fileprivate func published(_ address: String) -> String? {
    if let photo = PhotoAddress.photo(atPath: address) { return wholePicture(of: photo) }
    guard let path = PhotoAddress.path(in: address), PhotoAddress.photo(in: address) != nil,
      AbsoluteURL.isOfOneMachine(address)
    else { return nil }
    return server + path
  }
}
