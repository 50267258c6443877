package import FeedModel
package import Foundation
package import StrictJSON

import FeedLayout

/// The format, size, orientation and camera data of a picture file, read without decoding pixels.
///
/// Of a damaged file, everything that can be read is returned. GPS data are never read.
package struct PictureInspection: Hashable, Sendable {
  /// The format, determined by the content and not by the name of the file.
  package let format: PictureFormat
  /// The width of the picture as displayed, in pixels; `nil` if it cannot be read.
  package let width: Int?
  /// The height of the picture as displayed, in pixels; `nil` if it cannot be read.
  package let height: Int?
  /// The orientation tag of EXIF, 1 to 8; `nil` if it is missing or has any other value.
  package let orientation: Int?
  /// The orientation, 1 to 8, that is still to be applied to decoded pixels.
  ///
  /// It is 1 for HEIC and AVIF: decoders apply the transformative properties of the file, and the
  /// orientation tag of EXIF is informative only (ISO/IEC 23008-12, section 6.5).
  package let appliedOrientation: Int
  /// The EXIF data about the camera and the exposure.
  package let camera: CameraData
  /// Whether the file is first of all a sequence of pictures, such as an animated WebP or AVIF, which is not
  /// decoded here.
  package let isSequence: Bool

  /// Inspects the file with the content `bytes`.
  ///
  /// - Throws: ``InspectionError/otherFormat(_:)`` or ``InspectionError/noPicture(beginning:)``.
  package init(_ bytes: Data) throws(InspectionError) {
    let file = ByteReader(bytes)
    guard let format = PictureFormat(signatureOf: file) else {
      if let name = PictureFormat.otherName(of: file) { throw .otherFormat(name) }
      throw .noPicture(beginning: Array(bytes.prefix(8)))
    }
    let container = PictureContainer(file, as: format)
    let exif = container.exifBlocks.lazy.compactMap { ExifReader($0) }.first
    let applied = format.isTurnedByDecoders ? .up : exif?.orientation ?? .up
    let stored = format == .tiff ? exif?.size : container.size
    let displayed = stored.map { applied.displayedSize(of: $0) }

    self.format = format
    width = displayed?.width
    height = displayed?.height
    orientation = exif?.orientation?.rawValue
    appliedOrientation = applied.rawValue
    camera = exif?.camera ?? CameraData()
    isSequence =
      container.isSequence
      || PictureFormat.majorBrand(of: file).map(Self.sequenceBrands.contains) ?? false
  }

  /// The major brands of sequences (ISO/IEC 23008-12, 10.3, and AV1 Image File Format, 8.3).
  private static let sequenceBrands: Set = ["avis", "msf1", "hevc", "hevx", "hevm", "hevs"]

  /// Inspects the file at `path`.
  ///
  /// A regular file is mapped into memory, so that only the pages in use are read. It must not be
  /// truncated during the call.
  ///
  /// - Throws: ``InspectionError``.
  package init(contentsOf path: String) throws(InspectionError) {
    let bytes: Data
    do throws(FileRefusal) {
      var file = try NamedFile(at: path)
      let mapped =
        file.isRegular
        ? try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) : nil
      if let mapped { bytes = mapped } else { bytes = try file.readToEnd() }
    } catch {
      throw .refused(error)
    }
    try self.init(bytes)
  }
}

extension PictureFormat {
  /// Whether decoders return the picture as displayed, independent of EXIF.
  fileprivate var isTurnedByDecoders: Bool { self == .heic || self == .avif }
}

extension PictureInspection {
  /// Writes the inspection as an object; values that could not be read are null.
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

/// Why a file cannot be inspected.
package enum InspectionError: Error, Hashable, Sendable {
  /// The file does not exist or cannot be read.
  case refused(FileRefusal)
  /// The bytes are not those of a picture that tanada reads. They begin with these, at most eight.
  case noPicture(beginning: [UInt8])
  /// The file is something else, such as a GIF picture.
  case otherFormat(String)
}

extension InspectionError: CustomStringConvertible {
  package var description: String { description(expecting: PictureFormat.allCases) }

  /// The error, told to somebody whose pictures may be in `formats`.
  func description(expecting formats: [PictureFormat]) -> String {
    switch self {
    case .refused(.missing): "cannot be read; check that it exists"
    case .refused(let reason): "\(reason)"
    case .noPicture(let beginning):
      "\(Self.expectation(of: formats)), found \(Self.finding(beginning))"
    case .otherFormat(let name): "\(Self.expectation(of: formats)), found \(name)"
    }
  }

  private static func expectation(of formats: [PictureFormat]) -> String {
    let names = formats.map(\.name)
    let list = names.dropLast().joined(separator: ", ")
    return "expected a \(list) or \(names.last ?? "") picture"
  }

  private static func finding(_ beginning: [UInt8]) -> String {
    guard !beginning.isEmpty else { return "an empty file" }
    let bytes = beginning.map { byte in
      (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return "a file that begins with the bytes \(bytes.joined(separator: " "))"
  }
}
