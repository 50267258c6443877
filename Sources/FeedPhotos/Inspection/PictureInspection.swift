package import FeedModel
package import Foundation
package import StrictJSON

import FeedLayout

/// What the file of a picture says about it, found without decoding any pixel.
///
/// A file that is damaged or cut gives what can be read of it. Places (GPS) are never read.
package struct PictureInspection: Hashable, Sendable {
  /// By the content of the file, whatever it is called.
  package let format: PictureFormat
  /// The width of the picture as displayed, in pixels; `nil` if the file does not say it.
  package let width: Int?
  /// The height of the picture as displayed, in pixels; `nil` if the file does not say it.
  package let height: Int?
  /// The orientation that EXIF notes, 1 to 8; `nil` if it notes none, or anything else.
  package let orientation: Int?
  /// The orientation, 1 to 8, in which the decoded pixels are still to be turned.
  ///
  /// It is 1 for HEIC and AVIF: decoders turn these by the properties of the file, and the orientation
  /// in their EXIF is only a remark.
  package let appliedOrientation: Int
  /// What EXIF notes of the camera and the exposure.
  package let camera: CameraData

  /// Inspects the file with the content `bytes`.
  ///
  /// - Throws: ``InspectionError/noPicture(beginning:)``.
  package init(_ bytes: Data) throws(InspectionError) {
    let file = ByteReader(bytes)
    guard let format = PictureFormat(signatureOf: file) else {
      throw .noPicture(beginning: Array(bytes.prefix(8)))
    }
    let container = PictureContainer(file, as: format)
    let exif = container.exifBlocks.lazy.compactMap { ExifReader($0) }.first
    let toApply = format.isTurnedByDecoders ? .up : exif?.orientation ?? .up
    let stored = format == .tiff ? exif?.size : container.size
    let displayed = stored.map { toApply.displayedSize(of: $0) }

    self.format = format
    width = displayed?.width
    height = displayed?.height
    orientation = exif?.orientation?.rawValue
    appliedOrientation = toApply.rawValue
    camera = exif?.camera ?? CameraData()
  }

  /// Inspects the file at `path`.
  ///
  /// A regular file is mapped, and only the pages that are looked at are read. It must not be cut
  /// meanwhile.
  ///
  /// - Throws: what is wrong with the file.
  package init(contentsOf path: String) throws(InspectionError) {
    let url = URL(fileURLWithPath: path)
    // Pipes cannot be mapped.
    guard
      let bytes = (try? Data(contentsOf: url, options: .alwaysMapped))
        ?? (try? Data(contentsOf: url))
    else { throw .unreadable }
    try self.init(bytes)
  }
}

extension PictureFormat {
  /// Whether decoders turn the picture themselves, whatever EXIF says.
  fileprivate var isTurnedByDecoders: Bool { self == .heic || self == .avif }
}

extension PictureInspection {
  /// Writes the inspection as an object; what is not known is null.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("format", format.rawValue)
      object.member("width", optional: width) { $0.value($1) }
      object.member("height", optional: height) { $0.value($1) }
      object.member("orientation", optional: orientation) { $0.value($1) }
      object.key("exif")
      camera.write(to: &object)
    }
  }
}
