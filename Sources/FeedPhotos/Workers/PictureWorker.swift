import CVips
import FeedModel
import Foundation
import Glibc

/// The process that decodes pictures: it reads tasks from standard input, which is a socket, and answers
/// there, one after the other, until the other side closes.
///
/// It has no network, starts no programs, changes no files, reads none but pictures and what libraries need, and has
/// limits on its memory and open files. A picture that makes a decoder fail ends this process and no other.
package struct PictureWorker {
  private let limits: PictureLimits
  private let channel: WorkerChannel

  /// A worker with the limits in `argument`, the last of ``arguments(_:)``; `nil` for another text.
  package init?(argument: String) {
    let limits = try? JSONDecoder().decode(PictureLimits.self, from: Data(argument.utf8))
    guard let limits else { return nil }
    self.limits = limits
    channel = WorkerChannel(descriptor: STDIN_FILENO, maximumByteCount: limits.messageSize)
  }

  /// The arguments with which the program is a worker with `limits`.
  static func arguments(_ limits: PictureLimits) -> [String] {
    // Encoding numbers does not fail.
    let json = (try? JSONEncoder().encode(limits)) ?? Data()
    return ["photo", "worker", String(decoding: json, as: UTF8.self)]
  }

  /// Works until the other side closes.
  package func run() {
    // First, since it looks for files and programs that it can do without. If it fails, the answers say so.
    try? LibVips.start()
    if !tanada_confine(UInt64(limits.memory), UInt64(limits.openFiles)), limits.saysWhatIsMissing {
      Self.say("warning: this system does not take the network from picture workers")
    }
    if !tanada_has_own_files(), limits.saysWhatIsMissing {
      Self.say("warning: this system does not keep picture workers from files")
    }
    while let message = try? channel.receive(),
      let task = try? JSONDecoder().decode(PictureTask.self, from: Data(message))
    {
      // The parent ends a worker that takes too long. This is for one whose parent is gone: on a machine that is busy,
      // it must not come first.
      alarm(UInt32(limits.timeout) + 30)
      let answer = Result { () throws(PictureError) -> [UInt8] in
        try LibVips.start()
        LibVips.forgetFailures()
        return try result(of: task)
      }
      alarm(0)
      do { try channel.send(answer.message) } catch { return }
    }
  }

  private static func say(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }

  private func result(of task: PictureTask) throws(PictureError) -> [UInt8] {
    switch task {
    case .prepare(let path):
      return try PreparedPicture(decoding: path, maximumPixelCount: limits.pixelCount).json
    case .render(let path, let orientation, let options):
      let file = PictureFile(
        path: path, orientation: orientation, maximumPixelCount: limits.pixelCount)
      return try file.encoded(as: options)
    case .frame(let path, let options):
      let inspection = try PictureInspection.ofStill(at: path)
      return try ExifCard(
        path: path, orientation: inspection.appliedOrientation, camera: inspection.camera,
        options: options, maximumPixelCount: limits.pixelCount
      ).encoded()
    case .draw(let drawing, let scale):
      return try drawing.png(scale: scale)
    case .pattern(let pattern):
      return try pattern.png()
    }
  }
}

/// A task of a worker: on a picture file, or without one.
package enum PictureTask: Codable, Hashable, Sendable {
  /// Extracts the published data of a photo, and decodes all of it once: the answer is a
  /// ``PreparedPicture`` as JSON.
  case prepare(path: String)
  /// Makes a rendition: the answer is an encoded picture.
  ///
  /// - Parameter orientation: The EXIF orientation that a decoder has to apply.
  case render(path: String, orientation: Int, RenditionOptions)
  /// Draws the EXIF card of a photo: the answer is an encoded picture.
  case frame(path: String, CardOptions)
  /// Draws this program's own drawing: the answer is a PNG.
  ///
  /// - Parameter scale: The pixels for each of its units.
  case draw(VectorDrawing, scale: Double)
  /// Draws a test pattern: the answer is a PNG.
  case pattern(TestPattern)
}

/// The limits on pictures and on the workers that decode them.
package struct PictureLimits: Codable, Hashable, Sendable {
  /// The most pixels that are decoded.
  package var pixelCount = 100_000_000
  /// The timeout of a task, in seconds.
  package var timeout = 20.0
  /// The most memory of a worker, in bytes of addresses: libraries and stacks take about 300 MB of them.
  package var memory = 1 << 30
  /// The longest task or answer, in bytes: more than any picture that is sent to a client.
  package var messageSize = 256 << 20
  /// The most files that a worker has open.
  package var openFiles = 64
  /// The files and folders with the pictures that a worker reads; any if it is `nil`.
  package var readable: [String]?
  /// Whether a worker warns of what the system does not refuse it: the first one does.
  package var saysWhatIsMissing = true

  package init() {}
}
