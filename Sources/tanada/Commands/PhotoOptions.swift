import ArgumentParser
import FeedLayout

/// An image and what it is shown in.
struct PhotoOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The image's size in pixels as it is displayed, such as 256x1024.", valueName: "WxH"),
    transform: { try Size(argument: $0) })
  var image: Size

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The viewport's size in points, such as 390x763.", valueName: "WxH"),
    transform: { try Size(argument: $0) })
  var viewport: Size
}
