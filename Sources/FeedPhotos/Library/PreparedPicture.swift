import FeedModel
import StrictJSON

/// The data that a worker extracts from a picture to be added.
struct PreparedPicture {
  let format: PictureFormat
  /// The size in pixels as the picture is shown.
  let size: PictureSize
  /// The EXIF orientation that a decoder has to apply, 1 to 8.
  let orientation: Int
  let camera: CameraData
  let placeholder: PhotoPlaceholder

  /// Pictures are reduced to this side before placeholders are computed, in pixels.
  private static let placeholderSide = 100

  /// Reads the head of the file at `path`, and decodes all of it once.
  init(decoding path: String, maximumPixelCount: Int) throws(PictureError) {
    let inspection = try PictureInspection.ofStill(at: path, in: PictureFormat.ofPhotos)
    let file = PictureFile(
      path: path, orientation: inspection.appliedOrientation, maximumPixelCount: maximumPixelCount)
    let size = try file.size()
    guard size.isSupported else {
      throw .invalid("expected \(PictureSize.expectation), found \(size)")
    }
    let pixels = try file.pixels(within: Self.placeholderSide, isWhole: true)
    format = inspection.format
    self.size = size
    orientation = inspection.appliedOrientation
    camera = inspection.camera
    placeholder = PhotoPlaceholder(of: pixels)
  }
}

extension PictureInspection {
  /// Inspects the file at `path`, which is to be decoded.
  ///
  /// - Throws: ``PictureError/invalid(_:)`` for a format that is not one of `formats`, and for a sequence of pictures.
  static func ofStill(
    at path: String, in formats: [PictureFormat] = PictureFormat.allCases
  ) throws(PictureError) -> PictureInspection {
    let inspection: PictureInspection
    do throws(InspectionError) {
      inspection = try PictureInspection(contentsOf: path)
      let format = inspection.format
      guard formats.contains(format) else { throw .otherFormat("a \(format.name) picture") }
    } catch {
      throw .invalid(error.description(expecting: formats))
    }
    guard !inspection.isSequence else {
      throw .invalid(
        "expected a still picture, found an animated \(inspection.format.name), "
          + "a sequence of pictures")
    }
    return inspection
  }
}

// MARK: - JSON

extension PreparedPicture {
  var json: [UInt8] {
    JSONWriter.encode { writer in
      writer.object { object in
        object.member("format", format.rawValue)
        object.member("width", size.width)
        object.member("height", size.height)
        object.member("orientation", orientation)
        object.key("camera")
        camera.write(to: &object)
        object.key("placeholder")
        placeholder.write(to: &object)
      }
    }
  }

  /// Decodes a worker's answer; `nil` if it is invalid: a compromised decoder may send anything.
  init?(json: [UInt8]) {
    guard let tree = try? JSONTree(parsing: json),
      let format = tree["format"]?.string.flatMap(PictureFormat.init),
      PictureFormat.ofPhotos.contains(format),
      let width = tree["width"]?.integer, width > 0,
      let height = tree["height"]?.integer, height > 0,
      let orientation = tree["orientation"]?.integer, (1...8).contains(orientation),
      let camera = tree["camera"].flatMap({ try? CameraData(reading: $0) }),
      let placeholder = tree["placeholder"].flatMap({ PhotoPlaceholder($0) })
    else { return nil }
    self.format = format
    size = PictureSize(width: width, height: height)
    self.orientation = orientation
    self.camera = camera
    self.placeholder = placeholder
  }
}

extension PhotoPlaceholder {
  fileprivate init?(_ tree: JSONTree) {
    guard let blurHash = tree["blurhash"]?.string, let thumbHash = tree["thumbhash"]?.string,
      let color = tree["color"]?.string
    else { return nil }
    self.init(blurHash: blurHash, thumbHash: thumbHash, color: color)
  }
}
