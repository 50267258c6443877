package import StrictJSON

/// The data that a camera recorded with a photo: nine tags of EXIF. `nil` for a tag that is missing
/// or has no meaning.
package struct CameraData: Hashable, Sendable {
  package var make: String?
  package var model: String?
  package var lensModel: String?
  /// In millimetres.
  package var focalLength: Double?
  /// The focal length, in millimetres, that shows as much on 35 mm film; 0 where the camera notes
  /// that it does not know.
  package var focalLengthIn35mm: Int?
  package var fNumber: Double?
  package var exposureTime: ExposureTime?
  package var iso: Int?

  package init() {}
}

extension CameraData {
  /// Writes the data as an object; what is not known is null.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("make", optional: make) { $0.value($1) }
      object.member("model", optional: model) { $0.value($1) }
      object.member("lens_model", optional: lensModel) { $0.value($1) }
      object.member("focal_length", optional: focalLength) { $0.value($1) }
      object.member("focal_length_in_35mm", optional: focalLengthIn35mm) { $0.value($1) }
      object.member("f_number", optional: fNumber) { $0.value($1) }
      object.member("exposure_time", optional: exposureTime) { $1.write(to: &$0) }
      object.member("iso", optional: iso) { $0.value($1) }
    }
  }

  /// Reads what ``write(to:)`` writes. A missing member counts as null.
  ///
  /// - Throws: everything that is wrong with it.
  package init(reading tree: JSONTree) throws(DocumentProblems) {
    let (data, problems) = JSONFieldReader.read(tree) { CameraData(reading: &$0) }
    guard let data, problems.isEmpty else { throw DocumentProblems(problems) }
    self = data
  }

  private init(reading object: inout JSONFieldReader) {
    if object.hasValue("make") { make = object.text("make") }
    if object.hasValue("model") { model = object.text("model") }
    if object.hasValue("lens_model") { lensModel = object.text("lens_model") }
    if object.hasValue("focal_length") { focalLength = object.number("focal_length") }
    if object.hasValue("focal_length_in_35mm") {
      focalLengthIn35mm = object.integer("focal_length_in_35mm")
    }
    if object.hasValue("f_number") { fNumber = object.number("f_number") }
    if object.hasValue("exposure_time") {
      exposureTime = object.object("exposure_time") { ExposureTime(reading: &$0) } ?? nil
    }
    if object.hasValue("iso") { iso = object.integer("iso") }
  }
}
