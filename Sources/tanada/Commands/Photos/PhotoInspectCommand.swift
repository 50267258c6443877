import ArgumentParser
import FeedPhotos
import StrictJSON

/// `tanada photo inspect FILE`
struct PhotoInspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Print the size, the orientation and the camera data of a photo as JSON.",
    discussion: """
      Reads JPEG, PNG, WebP, HEIC, AVIF and TIFF, which are recognised by their content. Width and \
      height are those of the photo as displayed. Missing values are null. Pixels are not decoded, \
      and GPS data are not read.
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
