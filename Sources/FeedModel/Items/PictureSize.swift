package import StrictJSON

/// The size of a picture in pixels, both sides positive.
public struct PictureSize: Hashable, Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int

  /// A size of `width` by `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

// MARK: - Bounds

// They hold for what is written. What an older database has beyond them stays there, and is drawn where it can be.
extension PictureSize {
  /// The sides that a picture may have, in pixels.
  package static let sides = 1...1_000_000
  /// How many times as long as the other one a side may be: a screen shows nothing of a longer picture.
  package static let greatestRatio = 100

  /// The bounds in words.
  package static let expectation =
    "sides of \(sides.lowerBound) to \(sides.upperBound) pixels, the longer one at most "
    + "\(greatestRatio) times the shorter one"

  /// Whether the size is within the bounds.
  package var isSupported: Bool {
    Self.sides.contains(width) && Self.sides.contains(height)
      && max(width, height) <= min(width, height) * Self.greatestRatio
  }
}

extension ContentItem {
  /// The fields in which the size of the item's picture is not within the bounds.
  package var pictureSizeProblems: [DocumentProblem] {
    var problems: [DocumentProblem] = []
    for role in [ContentRole.imageWidth, .imageHeight] {
      guard case .integer(let side)? = self[role], !PictureSize.sides.contains(side) else {
        continue
      }
      let sides = PictureSize.sides
      problems.append(
        at: "/\(kind.roles[role] ?? "")",
        expected: .words(
          "a whole number from \(sides.lowerBound) to \(sides.upperBound), the side of a picture"),
        found: .number("\(side)"))
    }
    guard problems.isEmpty, let size = pictureSize, !size.isSupported else { return problems }
    let longer = size.width > size.height ? ContentRole.imageWidth : .imageHeight
    return [
      DocumentProblem(
        pointer: "/\(kind.roles[longer] ?? "")", expected: .words(PictureSize.expectation),
        found: .malformed("\(size)"))
    ]
  }
}

extension JSONFieldReader {
  /// Notes what is wrong with the size of the picture of `item`, whose fields have been read.
  package mutating func checkPictureSize(of item: ContentItem) {
    // Where a field is wrong, the item has a placeholder.
    if problems.isEmpty { problems += item.pictureSizeProblems }
  }
}

extension PictureSize: CustomStringConvertible {
  public var description: String { "\(width) × \(height)" }
}
