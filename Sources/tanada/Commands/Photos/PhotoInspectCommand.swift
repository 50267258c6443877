import ArgumentParser
import FeedPhotos
import StrictJSON

/// `tanada photo inspect FILE`
struct PhotoInspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the size of a photo and what its camera noted, as JSON.",
    discussion: """
      JPEG, PNG, WebP, HEIC, AVIF and TIFF are told apart by their content. Width and height are those \
      of the photo as displayed. What the file does not say is null. No pixel is decoded, and the \
      place of a photo is not read.
      """)

  @Argument(help: ArgumentHelp("A photo, or - for standard input.", valueName: "file"))
  var file: String

  func run() throws {
    let inspection: PictureInspection
    do throws(InspectionError) {
      inspection = try inspect()
    } catch {
      throw Failure.unusablePicture(path: file == "-" ? "standard input" : file, error)
    }
    Console.output(line: JSONWriter.encode { inspection.write(to: &$0) })
  }

  private func inspect() throws(InspectionError) -> PictureInspection {
    guard file == "-" else { return try PictureInspection(contentsOf: file) }
    guard let bytes = try? Console.read(file) else { throw .unreadable }
    return try PictureInspection(bytes)
  }
}
