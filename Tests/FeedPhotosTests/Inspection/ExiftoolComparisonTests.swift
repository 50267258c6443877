import FeedModel
import FeedPhotos
import Foundation
import TestSupport
import Testing

/// Inspections agree with exiftool in every field.
@Suite struct ExiftoolComparisonTests {
  @Test func theSamplesOfThePackageAreReadAsByExiftool() throws {
    try compareAll(in: ExiftoolSample.committed, minimumCount: 200)
  }

  @Test(.enabled(if: ExiftoolSample.folder != nil))
  func theSamplesOfTheFolderAreReadAsByExiftool() throws {
    try compareAll(in: try #require(ExiftoolSample.folder), minimumCount: 300)
  }

  private func compareAll(in folder: URL, minimumCount: Int) throws {
    let comparisons = try ExiftoolSample.all(in: folder).map { try $0.compare() }
    let differences = comparisons.flatMap(\.differences)
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
    #expect(comparisons.reduce(0) { $0 + $1.count } >= minimumCount)
  }

  @Test(.hangLimit) func loopingDirectoriesEnd() throws {
    let file = ExiftoolSample.committed.appending(path: "crafted/looping-ifds.jpg")
    let bytes = try Data(contentsOf: file)
    #expect(try PictureInspection(bytes).format == .jpeg)
  }
}
