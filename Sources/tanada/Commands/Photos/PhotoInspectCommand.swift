import ArgumentParser
import FeedPhotos
import StrictJSON

struct PhotoInspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the size, the orientation and the camera data of photos as lines of JSON.",
    discussion: """
      Reads JPEG, PNG, WebP, HEIC, AVIF and TIFF, which are recognised by their content. Width and \
      height are those of the photo as displayed. Missing values are null. Pixels are not decoded, \
      and GPS data are not read.
      """)

  @Argument(help: .named("file", "Photos, or - for standard input.")) var files: [String]

  /// Prints a line for each photo. A file that is none is reported, and the others are printed.
  func run() throws {
    var hasFailed = false
    for file in files {
      do {
        let inspection = try inspect(file)
        try Console.output(line: JSONWriter.encode { inspection.write(to: &$0) })
      } catch let error as InspectionError {
        Console.message("error: \(file == "-" ? "standard input" : file): \(error)")
        hasFailed = true
      }
    }
    if hasFailed { throw ExitCode.failure }
  }

  private func inspect(_ file: String) throws -> PictureInspection {
    guard file == "-" else { return try PictureInspection(contentsOf: file) }
    return try PictureInspection(Console.standardInput())
  }
}
