/// Why a picture cannot be decoded, drawn or encoded.
package enum PictureError: Error, Hashable, Sendable {
  /// The picture itself: what is wrong with it.
  case invalid(String)
  /// The picture has more pixels than are decoded.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// It took longer than the timeout.
  case timedOut(seconds: Double)
  /// The process that worked on it ended: it ran out of memory, or a decoder failed.
  case workerEnded
  /// The process cannot be started.
  case noWorker(String)
  /// Too many requests are waiting.
  case busy
}

extension PictureError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalid(let reason): reason
    case .tooManyPixels(let width, let height, let limit):
      "expected at most \(limit) pixels, found \(width) × \(height)"
    case .timedOut(let seconds): "decoding took longer than \(Int(seconds)) seconds"
    case .workerEnded: "decoding needed more memory than is allowed, or the decoder failed"
    case .noWorker(let reason): "the worker process cannot be started: \(reason)"
    case .busy: "too many pictures are waiting to be decoded"
    }
  }
}
