public import ArgumentParser
public import FeedLayout
import FeedPublisher

/// `tanada layout transform`
struct TransformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transform",
    abstract: "What a paging effect makes of a card at one progress.")

  @Option(help: ArgumentHelp("The effect.", valueName: "effect"))
  var effect: PagingEffect

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The card's size in points, such as 273x320.", valueName: "WxH"),
    transform: { try Size(argument: $0) })
  var size: Size

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pages from the middle: 0 is centred, 1 the next page, -1 the one before.",
      valueName: "pages"))
  var progress: Double

  func validate() throws {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
      throw ValidationError(
        "size: expected two finite numbers above 0, found \(size.width)x\(size.height)")
    }
    guard progress.isFinite else {
      throw ValidationError("progress: expected a finite number, found \(progress)")
    }
  }

  func run() {
    answer { effect.writeSample(at: progress, page: size, to: &$0) }
  }
}

extension PagingEffect: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(name: argument)
  }

  public static var allValueStrings: [String] { allCases.map(\.name) }
}
