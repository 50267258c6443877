public import ArgumentParser
public import FeedLayout
import FeedPublisher

/// `tanada layout image-fit`
struct ImageFitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image-fit",
    abstract: "Where an image is drawn in a viewport, and which of its pixels a tap is on.",
    discussion: """
      The rectangle is centred, and enlarges an image smaller than the viewport unless the mode is \
      actual. A tap beside the image counts as the nearest one on it, with "inside" false.
      """)

  @OptionGroup var photo: PhotoOptions

  @Option(
    help: ArgumentHelp(
      "fit shows all of the image, fill covers all of the viewport, actual is a point per pixel.",
      valueName: "mode"))
  var mode = ImageFit.Mode.fit

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("A tap in viewport coordinates, such as 120,-30.5.", valueName: "X,Y"),
    transform: { try Point(argument: $0) })
  var tap: Point?

  func run() throws {
    let (fit, hit) = try usage {
      let fit = try ImageFit(image: photo.image, viewport: photo.viewport, mode: mode)
      return (fit, try tap.map { try fit.tap(at: $0) })
    }
    answer { fit.write(to: &$0, tap: hit) }
  }
}

extension ImageFit.Mode: ExpressibleByArgument {}
