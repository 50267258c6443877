import ArgumentParser
import FeedLayout
import FeedPublisher

/// `tanada layout zoom`
struct ZoomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "zoom",
    abstract: "How far an image zooms in a viewport, and where it is at a scale.",
    discussion: """
      The scale is limited to the scroll view's minimum, which shows the whole image, and its \
      maximum: 1, or the minimum for an image smaller than the viewport. "pinch_size" is what one \
      pinch of that scale makes of the image without a scroll view.
      """)

  @OptionGroup var photo: PhotoOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scale asked for, in points per pixel; the minimum, and no pinch, if none is.",
      valueName: "scale"))
  var scale: Double?

  func run() throws {
    let zoom = try usage {
      try ZoomAnswer(image: photo.image, viewport: photo.viewport, scale: scale)
    }
    answer { zoom.write(to: &$0) }
  }
}
