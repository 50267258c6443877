import FeedPhotos
import Foundation

extension [UInt8] {
  /// What an inspection of a file with these bytes finds.
  func inspect() throws -> PictureInspection { try PictureInspection(Data(self)) }
}
