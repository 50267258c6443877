import Foundation

/// The answer of a worker: bytes, or an error. The first byte of a message tells which.
enum WorkerAnswer {
  case done([UInt8])
  case failed(PictureError)

  private enum Kind: UInt8 {
    case done, invalid, tooManyPixels, noWorker
  }

  var bytes: [UInt8] {
    switch self {
    case .done(let bytes): [Kind.done.rawValue] + bytes
    case .failed(.tooManyPixels(let width, let height, let limit)):
      [Kind.tooManyPixels.rawValue] + "\(width) \(height) \(limit)".utf8
    case .failed(.noWorker(let reason)): [Kind.noWorker.rawValue] + reason.utf8
    case .failed(let error): [Kind.invalid.rawValue] + error.description.utf8
    }
  }

  /// Decodes a message; `nil` if it is invalid.
  init?(_ bytes: [UInt8]) {
    guard let kind = bytes.first.flatMap(Kind.init) else { return nil }
    let rest = bytes.dropFirst()
    switch kind {
    case .done: self = .done(Array(rest))
    case .invalid: self = .failed(.invalid(String(decoding: rest, as: UTF8.self)))
    case .noWorker: self = .failed(.noWorker(String(decoding: rest, as: UTF8.self)))
    case .tooManyPixels:
      let numbers = String(decoding: rest, as: UTF8.self).split(separator: " ").compactMap {
        Int($0)
      }
      guard numbers.count == 3 else { return nil }
      self = .failed(
        .tooManyPixels(width: numbers[0], height: numbers[1], limit: numbers[2]))
    }
  }
}
