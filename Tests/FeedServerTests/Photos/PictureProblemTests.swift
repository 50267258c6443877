import FeedHTTP
import FeedPhotos
import HTTPTypes
import Testing

@testable import FeedServer

/// The problems of a picture that cannot be made.
@Suite struct PictureProblemTests {
  /// A fault of a picture stays; a fault of the server may not.
  @Test(arguments: [
    (PictureError.invalid("it ends early"), 422, "invalid_picture"),
    (.workerEnded, 422, "invalid_picture"),
    (.tooManyPixels(width: 20_000, height: 10_000, limit: 100_000_000), 422, "too_many_pixels"),
    (.timedOut(seconds: 20), 422, "picture_timeout"),
    (.workerKilled, 503, "no_picture_worker"),
    (.workerStalled(seconds: 20), 503, "no_picture_worker"),
    (.busy, 503, "no_picture_worker"), (.noWorker("/srv/tanada: gone"), 503, "no_picture_worker"),
  ])
  func whatMayPassIsForLater(error: PictureError, status: Int, code: String) {
    let problem = Problem(error)
    #expect(problem.status.code == status)
    #expect(problem.code == code)
    #expect(problem.headers[.retryAfter] == (status == 503 ? "5" : nil))
    #expect(!problem.detail.contains("/"))
  }

  /// Clients are told that photos cannot be had now, and nothing of where they are.
  @Test(arguments: [
    BucketError.Reason.noConnection("no route"), .status(503, code: "SlowDown", message: ""),
    .status(403, code: "AccessDenied", message: ""), .damaged,
  ])
  func aBucketThatFailsIsForLater(reason: BucketError.Reason) {
    let error = BucketError(
      name: "s3://pictures/photos/1", endpoint: ServiceEndpoint(region: "us-east-1"), method: "GET",
      reason: reason, attemptCount: 1)
    let problem = Problem(PhotoStorageError.bucket(error) as any Error)
    #expect(problem.status == .serviceUnavailable)
    #expect(problem.code == "photo_storage_unavailable")
    #expect(problem.headers[.retryAfter] == "10")
    #expect(!problem.detail.contains("/"))
  }

  /// So do those of a folder.
  @Test func aFolderThatFailsIsForLater() {
    let error = PhotoStorageError.file(path: "/a", reason: "input/output error")
    let failed = Problem(error as any Error)
    #expect(failed.status.code == 503 && failed.code == "photo_storage_unavailable")
    #expect(failed.headers[.retryAfter] == "10" && !failed.detail.contains("/a"))
    let full = Problem(PhotoStorageError.full(path: "/a") as any Error)
    #expect(full.status.code == 507 && full.code == "storage_full")
    #expect(!full.detail.contains("/a"))
  }
}
