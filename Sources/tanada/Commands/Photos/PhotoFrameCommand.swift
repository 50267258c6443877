import ArgumentParser
import FeedModel
import FeedPhotos
import Foundation
import FeedPublisher

struct PhotoFrameCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frame", abstract: "Draw a photo on a white card with its camera data below it.",
    discussion: """
      Maker and model, the lens, and a line of focal length, aperture, exposure time and \
      sensitivity. Lines that are too long become smaller, then are broken.
      """)

  @Argument(help: .named("file", "A JPEG, PNG, WebP, HEIC, AVIF or TIFF picture.")) var file: String

  @Option(name: .shortAndLong, help: .named("file", "The card to write: a .png or .jpg file."))
  var output: String

  @Option(help: .named("pixels", "The card's width in pixels, 1 to 4096."))
  var width = CardOptions.defaultWidth

  @Option(help: .named("style", "What is written, and in which letters: standard or article."))
  var style = CardOptions.Style.standard

  @Flag(name: .customLong("equivalent-35mm"), help: "Say the focal length as on 35 mm film.")
  var equivalent35mm = false

  @Option(help: .named("locale", "The language of what is not known: en or ja."))
  var locale = CardOptions.Locale.en

  @Flag(help: "Leave out an unknown maker, camera or lens.") var omitUnknown = false

  func validate() throws {
    _ = try options()
  }

  func run() async throws {
    let options = try options()
    let settings = try await SettingsReader(flags: [:], file: nil).settings()
    let workers = settings.pictureWorkers(logger: settings.logger())
    let card: [UInt8]
    // The worker, which has no way to say why, reads the same file.
    do { _ = try NamedFile(at: file) } catch { throw Failure(reading: file, error) }
    do {
      let path = URL(fileURLWithPath: file).path
      card = try await workers.perform(.frame(path: path, options))
    } catch let error as PictureError {
      throw Failure("\(file): \(error)")
    }
    await workers.stop()
    try Console.write(card, to: output)
  }

  private func options() throws -> CardOptions {
    guard let format = CardOptions.Format(fileName: output) else {
      throw ValidationError(
        "--output: expected a name that ends in .png, .jpg or .jpeg, found \(output.quotedExcerpt)")
    }
    let options = CardOptions(
      width: width, style: style, equivalent35mm: equivalent35mm, locale: locale,
      omitsUnknown: omitUnknown, format: format)
    guard let options else {
      throw ValidationError(
        "--width: expected a whole number from \(CardOptions.widths.lowerBound) to "
          + "\(CardOptions.widths.upperBound), found \(width)")
    }
    return options
  }
}

extension CardOptions.Locale: ExpressibleByArgument {
  /// One of the languages, also as systems write it: `ja_JP.UTF-8`.
  init?(argument: String) { self.init(nearestTo: AskedLocales(reading: argument)) }
}

extension CardOptions.Style: ExpressibleByArgument {}

extension CardOptions.Format {
  /// The format for a file's extension; `nil` for an unknown one.
  fileprivate init?(fileName: String) {
    switch URL(fileURLWithPath: fileName).pathExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpg
    default: return nil
    }
  }
}
