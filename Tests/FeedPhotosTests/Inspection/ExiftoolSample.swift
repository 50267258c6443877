import FeedModel
import FeedPhotos
import Foundation
import TestSupport

/// A picture, and the output of exiftool 12.57 for it.
struct ExiftoolSample {
  let name: String
  private let file: URL
  private let entry: JSONValue

  /// The pictures of the package itself.
  static let committed = PackageFiles.file("Tests/FeedPhotosTests/Samples")
  /// A folder with more pictures, which are not part of the package.
  static let folder = ProcessInfo.processInfo.environment["TANADA_EXIF_SAMPLES"].map {
    URL(fileURLWithPath: $0)
  }

  /// The pictures of which the file `exiftool.json` in `folder` speaks.
  static func all(in folder: URL) throws -> [ExiftoolSample] {
    let list = try JSONValue.parse(Data(contentsOf: folder.appending(path: "exiftool.json")))
    return list.elements.map { entry in
      let name = entry["SourceFile"].text ?? ""
      return ExiftoolSample(name: name, file: folder.appending(path: name), entry: entry)
    }
  }

  /// Every field in which an inspection of the file differs, a line each, and how many were
  /// compared.
  func compare() throws -> (differences: [String], count: Int) {
    let found = Self.fields(of: try PictureInspection(contentsOf: file.path))
    let expected = expectedFields
    let names = Set(found.keys).union(expected.keys)
      .subtracting(saysSize ? [] : ["width", "height"])
    let differences = names.sorted().compactMap { name in
      found[name] == expected[name]
        ? nil
        : "\(self.name): \(name): expected \(expected[name] ?? "none"), "
          + "found \(found[name] ?? "none")"
    }
    return (differences, expected.count)
  }

  // MARK: - Fields as text

  /// The fields that are known, with the size as stored: exiftool does not turn it.
  private static func fields(of inspection: PictureInspection) -> [String: String] {
    let camera = inspection.camera
    let isTurned = inspection.appliedOrientation > 4
    let fields: [String: String?] = [
      "format": inspection.format.rawValue,
      "width": (isTurned ? inspection.height : inspection.width).map(String.init),
      "height": (isTurned ? inspection.width : inspection.height).map(String.init),
      "orientation": inspection.orientation.map(String.init),
      "make": camera.make, "model": camera.model, "lens_model": camera.lensModel,
      "focal_length": camera.focalLength.map { "\($0)" },
      "focal_length_in_35mm": camera.focalLengthIn35mm.map(String.init),
      "f_number": camera.fNumber.map { "\($0)" }, "iso": camera.iso.map(String.init),
      "exposure_time": camera.exposureTime.map { "\($0.numerator)/\($0.denominator)" },
      "exposure_time.display": camera.exposureTime?.display,
    ]
    return fields.compactMapValues { $0 }
  }

  private var expectedFields: [String: String] {
    let hasExposure = number("ExposureTime") != nil
    let fields: [String: String?] = [
      "format": format, "width": size("ImageWidth"), "height": size("ImageHeight"),
      "orientation": exif("Orientation"), "make": exif("Make"), "model": exif("Model"),
      "lens_model": exif("LensModel"), "focal_length": number("FocalLength"),
      "focal_length_in_35mm": exif("FocalLengthIn35mmFormat"), "f_number": number("FNumber"),
      "iso": exif("ISO"),
      "exposure_time": hasExposure ? entry["rational"]["ExposureTime"].text : nil,
      "exposure_time.display": hasExposure ? Self.text(entry["print"]["ExposureTime"]) : nil,
    ]
    return fields.compactMapValues { $0 }
  }

  private var format: String? {
    entry["FileType"].text.map { $0 == "Extended WEBP" ? "webp" : $0.lowercased() }
  }

  /// Whether the entry would name a size if there were one. That of TIFF is not in it.
  private var saysSize: Bool { format != "tiff" }

  private func size(_ name: String) -> String? {
    ["File", "PNG", "RIFF"].lazy.compactMap { Self.text(entry["\($0):\(name)"]) }.first
  }

  private func exif(_ name: String) -> String? { Self.text(entry["exif"][name]) }

  /// A fraction as a number; `nil` if it has no denominator.
  private func number(_ name: String) -> String? {
    let parts = entry["rational"][name].text?.split(separator: "/").compactMap { Double($0) } ?? []
    return parts.count == 2 && parts[1] != 0 ? "\(parts[0] / parts[1])" : nil
  }

  private static func text(_ value: JSONValue) -> String? {
    value.text ?? value.number.map { "\(Int($0))" }
  }
}
