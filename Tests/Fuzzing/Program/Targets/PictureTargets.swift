import FeedModel
import FeedPhotos
import Foundation
import StrictJSON

/// The metadata of pictures.
enum PictureTargets {
  /// Any bytes.
  static func pictures(_ input: FuzzInput) {
    check(Data(input.rest))
  }

  /// A block of EXIF in each container: what is read of it does not depend on the container.
  static func exif(_ input: FuzzInput) {
    var found: [(String, CameraData)] = []
    for (name, file) in Containers.all(around: Array(input.rest.prefix(60_000))) {
      guard let inspection = check(file) else {
        fatalError("no picture: \(name)")
      }
      found.append((name, inspection.camera))
    }
    for (name, camera) in found.dropFirst() {
      require(camera == found[0].1, "\(name) has other data than \(found[0].0)")
    }
  }

  /// What is said of a picture can be written, and has no place on earth.
  @discardableResult
  private static func check(_ file: Data) -> PictureInspection? {
    guard let inspection = try? PictureInspection(file) else { return nil }
    for side in [inspection.width, inspection.height] {
      require(side.map { $0 > 0 } ?? true, "a side of \(side ?? 0) pixels")
    }
    require((1...8).contains(inspection.appliedOrientation), "an orientation of its own")
    let written = JSONWriter.encode { inspection.write(to: &$0) }
    guard let tree = try? JSONTree(parsing: written) else {
      fatalError("an inspection that is no JSON: \(String(decoding: written, as: UTF8.self))")
    }
    for name in (tree["exif"]?.members ?? []).map(\.name) {
      require(!name.lowercased().contains("gps"), "a place: \(name)")
    }
    return inspection
  }
}
