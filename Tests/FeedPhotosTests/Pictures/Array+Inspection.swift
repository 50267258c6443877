import FeedPhotos
import Foundation

extension [UInt8] {
  /// Inspects a file with these bytes.
  func inspect() throws -> PictureInspection { try PictureInspection(Data(self)) }
}
