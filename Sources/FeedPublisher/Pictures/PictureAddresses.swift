import Crypto
package import FeedLayout
package import FeedModel
import Foundation
import StrictJSON

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

/// The picture of an item, which is a photo of the store.
package struct ItemPicture: Sendable {
  package let photo: Photo
  let addresses: PictureAddresses

  /// The device pixel ratios with a source of their own.
  package static let ratios = [1.0, 2, 3]

  /// The address of the whole picture.
  var wholePicture: String { addresses.wholePicture(of: photo.id) }

  /// The photo for `place`; `nil` for a place without an area. A place that is filled has a picture
  /// a little larger than it, with the same focus, of which the client cuts off the rest.
  package func rendition(
    for place: PictureBox, ratio: Double, format: Rendition.Format
  ) -> Rendition? {
    guard let box = Rendition.Box(stepped: place.size) else { return nil }
    let isWhole = place.contentMode == .fit
    return Rendition(
      of: photo.id, box: box, ratio: ratio, fit: isWhole ? .contain : .cover,
      focus: .point(isWhole ? .center : photo.description.focus ?? .center), format: format)
  }

  /// Writes the members that do not depend on the size: `alt`, `focus` and `placeholder`.
  func writeDescription(to image: inout JSONWriter) {
    image.member("alt", optional: photo.description.alt) { $0.value($1) }
    image.member("focus", optional: photo.description.focus) { $1.write(to: &$0) }
    image.key("placeholder")
    photo.placeholder.write(to: &image)
  }

  /// Writes the sources for `place`, by format, the smallest one first, and by ratio.
  func writeSources(for place: PictureBox, to writer: inout JSONWriter) {
    writer.array(Rendition.Format.allCases) { writer, format in
      writer.object { source in
        source.member("type", format.mediaType)
        for ratio in Self.ratios {
          guard let rendition = rendition(for: place, ratio: ratio, format: format) else {
            continue
          }
          source.member("\(Int(ratio))x", addresses.address(of: rendition))
        }
      }
    }
  }
}

extension Rendition.Box {
  private static let stepsPerOctave = 8

  /// The smallest box with sides of ``step(from:)`` that covers `size` points; `nil` without an
  /// area. Screens whose widths differ by little share boxes.
  package init?(stepped size: Size) {
    guard size.width > 0, size.height > 0 else { return nil }
    let sides = Double(Self.sides.upperBound)
    // A place that is larger than any picture has one in the same proportions.
    let scale = min(1, sides / size.width, sides / size.height)
    self.init(
      width: Self.step(from: size.width * scale), height: Self.step(from: size.height * scale))
  }

  /// The smallest side of boxes that is not less than `side`: a multiple of 1/8 of the power of two
  /// below it.
  private static func step(from side: Double) -> Int {
    let side = min(Int(side.rounded(.up)), sides.upperBound)
    let octave = 1 << (Int.bitWidth - 1 - max(side, 1).leadingZeroBitCount)
    let step = max(1, octave / stepsPerOctave)
    return (side + step - 1) / step * step
  }
}
