/// Why a picture cannot be decoded, drawn or encoded.
package enum PictureError: Error, Hashable, Sendable {
  /// The picture is invalid, for this reason.
  case invalid(String)
  /// The picture has more pixels than are decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// It takes longer than the timeout.
  case timedOut(seconds: Double)
  /// The processes that worked on it ended, one after the other: each ran out of memory, or a decoder
  /// failed.
  case workerEnded
  /// The processes that worked on it were ended by something else.
  case workerKilled
  /// The process that worked on it got hardly any time of a processor until the timeout.
  case workerStalled(seconds: Double)
  /// The process cannot be started.
  case noWorker(String)
  /// Too many requests are waiting.
  case busy
}

extension PictureError {
  /// The error of a task that took longer than `seconds`: the picture's fault if its process has worked for
  /// at least half of that.
  static func timeout(seconds: Double, worked: Duration) -> PictureError {
    worked * 2 >= .seconds(seconds) ? .timedOut(seconds: seconds) : .workerStalled(seconds: seconds)
  }
}

extension PictureError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalid(let reason): reason
    case .tooManyPixels(let width, let height, let limit):
      "expected at most \(limit) pixels, found \(width) × \(height)"
    case .timedOut(let seconds): "decoding took longer than \(Int(seconds)) seconds"
    case .workerEnded: "decoding needed more memory than is allowed, or the decoder failed"
    case .workerKilled: "decoding was interrupted"
    case .workerStalled(let seconds):
      "decoding was not done after \(Int(seconds)) seconds, since the machine is busy"
    case .noWorker(let reason): "the worker process cannot be started: \(reason)"
    case .busy: "too many pictures are waiting to be decoded"
    }
  }
}
