import Foundation
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

/// How long a photo was exposed, in seconds: the fraction that the camera noted.
package struct ExposureTime: Hashable, Sendable {
  package let numerator: UInt32
  /// Not 0.
  package let denominator: UInt32

  /// `nil` if `denominator` is 0.
  package init?(numerator: UInt32, denominator: UInt32) {
    guard denominator != 0 else { return nil }
    self.numerator = numerator
    self.denominator = denominator
  }
}

extension ExposureTime {
  /// The time in seconds.
  package var seconds: Double { Double(numerator) / Double(denominator) }

  /// The reduced fraction: `1/250` for 10/2500, `30/1` for thirty seconds.
  package var fraction: String {
    let divisor = greatestCommonDivisor(numerator, denominator)
    return "\(numerator / divisor)/\(denominator / divisor)"
  }

  /// The first convergent of the continued fraction of the time that differs from it by less than a millionth: `1/3` for
  /// 0.333333 seconds, `98/3267` for 0.029997.
  package var approximation: String {
    // Each convergent is the last one times the next whole part, plus the one before it.
    var (before, last) = ((numerator: 1, denominator: 0), (numerator: Int(seconds), denominator: 1))
    var rest = seconds - seconds.rounded(.down)
    // What is left differs by rest / denominator². At the bound, denominators have three digits.
    while rest > 1e-6 * Double(last.denominator * last.denominator) {
      let inverse = 1 / rest
      let whole = Int(inverse)
      (before, last) = (
        last,
        (
          before.numerator + whole * last.numerator,
          before.denominator + whole * last.denominator
        )
      )
      rest = inverse - inverse.rounded(.down)
    }
    return "\(last.numerator)/\(last.denominator)"
  }

  /// The time as exiftool prints it: `1/250`, `0.3`, `30`.
  ///
  /// A time below 0.25001 seconds is a fraction of numerator 1, any other one a decimal with at
  /// most one digit behind the point. Both are of the time in ten digits, to which exiftool rounds each
  /// fraction that it reads: 12/7830 is a little more than 1/652.5 then.
  package var display: String {
    let seconds = Double(String(format: "%.10g", seconds)) ?? seconds
    if seconds > 0, seconds < 0.25001 {
      return "1/\(Int(0.5 + 1 / seconds))"
    }
    // C rounds the nearest double, as exiftool does: 0.35 is a little less and prints 0.3.
    let decimal = String(format: "%.1f", seconds)
    return decimal.hasSuffix(".0") ? String(decimal.dropLast(2)) : decimal
  }

  /// Whether a camera can have exposed for this long: from 1/200000 of a second to a day.
  package var isPlausible: Bool {
    let (numerator, denominator) = (UInt64(numerator), UInt64(denominator))
    return numerator != 0 && denominator <= 200_000 * numerator
      && numerator <= 86_400 * denominator
  }

  private func greatestCommonDivisor(_ first: UInt32, _ second: UInt32) -> UInt32 {
    var (divisor, rest) = (first, second)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    return divisor
  }
}

// MARK: - JSON

extension ExposureTime {
  /// Writes the time as an object. Only the numerator and the denominator are read back.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("numerator", Int(numerator))
      object.member("denominator", Int(denominator))
      object.member("fraction", fraction)
      object.member("display", display)
    }
  }

  /// Reads what ``write(to:)`` writes; `nil`, and a problem noted, if it is something else.
  init?(reading object: inout JSONFieldReader) {
    let numerator = object.part("numerator", atLeast: 0)
    let denominator = object.part("denominator", atLeast: 1)
    guard let numerator, let denominator else { return nil }
    self.init(numerator: numerator, denominator: denominator)
  }
}

extension JSONFieldReader {
  /// One number of a fraction; `nil` and a problem if it does not fit.
  fileprivate mutating func part(_ name: String, atLeast minimum: UInt32) -> UInt32? {
    let value = tree(name)?.integer.flatMap { UInt32(exactly: $0) }
    if let value, value >= minimum { return value }
    refuse(name, expected: .wholeNumber(in: Int(minimum)...Int(UInt32.max)))
    return nil
  }
}
