import FeedEditing
import FeedHTTP
import FeedModel
import FeedPhotos
import FeedStore
import HTTPTypes
import FeedPublisher

extension Problem {
  static func noPhoto(_ id: some CustomStringConvertible) -> Problem {
    .notFound("there is no photo \(id.description.quotedExcerpt)")
  }

  /// The problem for a picture that cannot be decoded, for good or for now.
  init(_ error: PictureError) {
    let detail = error.description
    switch error {
    case .invalid, .workerEnded:
      self.init(status: .unprocessableContent, code: "invalid_picture", detail: detail)
    case .tooManyPixels:
      self.init(status: .unprocessableContent, code: "too_many_pixels", detail: detail)
    case .timedOut:
      self.init(status: .unprocessableContent, code: "picture_timeout", detail: detail)
    case .busy, .workerKilled, .workerStalled: self = .noPictureWorker(detail)
    // The reason has the path of the program.
    case .noWorker: self = .noPictureWorker("pictures cannot be decoded at present")
    }
  }

  private static func noPictureWorker(_ detail: String) -> Problem {
    Problem(
      status: .serviceUnavailable, code: "no_picture_worker",
      detail: detail, headers: [.retryAfter: "5"])
  }

  /// The problem for the files of photos that cannot be read or written at present.
  init(_ error: PhotoStorageError) {
    switch error {
    case .full: self = .storageFull
    case .file, .ofAnotherDatabase, .bucket: self = .photoStorageUnavailable
    }
  }

  /// The problem for photos in a folder or a bucket that cannot be used at present. The log says why.
  static let photoStorageUnavailable = Problem(
    status: .serviceUnavailable, code: "photo_storage_unavailable",
    detail: "the storage of photos cannot be used; nothing was changed",
    headers: [.retryAfter: "10"])

  /// The problem for a photo that content shows or has shown.
  init(_ error: PhotoInUse) {
    self.init(
      status: .conflict, code: "photo_in_use",
      detail:
        "content shows the photo, at a revision that is kept or in a release; errors lists the items",
      errors: error.uses.map { use in
        let time = use.until.map { ", before revision \($0)" } ?? ""
        return Detail(pointer: "", detail: "\(use.kind)/\(use.id): \(use.field)\(time)")
      })
  }
}
