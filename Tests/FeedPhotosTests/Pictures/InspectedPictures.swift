import FeedModel
import FeedPhotos
import Foundation

extension [UInt8] {
  /// Inspects a file with these bytes.
  func inspect() throws -> PictureInspection { try PictureInspection(Data(self)) }
}

extension CameraData {
  /// The data that a camera has noted.
  init(
    make: String? = nil, model: String? = nil, lensModel: String? = nil,
    focalLength: Double? = nil, focalLengthIn35mm: Int? = nil, fNumber: Double? = nil,
    exposureTime: ExposureTime? = nil, iso: Int? = nil
  ) {
    self.init()
    (self.make, self.model, self.lensModel) = (make, model, lensModel)
    (self.focalLength, self.focalLengthIn35mm) = (focalLength, focalLengthIn35mm)
    (self.fNumber, self.exposureTime, self.iso) = (fNumber, exposureTime, iso)
  }
}
