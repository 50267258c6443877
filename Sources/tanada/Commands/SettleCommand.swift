import ArgumentParser
import FeedLayout
import FeedPublisher

/// `tanada settle`
struct SettleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle",
    abstract: "Where a carousel comes to rest after a drag.",
    subcommands: [Snap.self, Circular.self])

  /// What happened to either carousel.
  struct DragOptions: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("How far the finger moved to the right, in points.", valueName: "points"))
    var translation: Double
  }

  /// `tanada settle snap-carousel`
  struct Snap: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "snap-carousel", abstract: "Pages that snap into the middle of the viewport.")

    @OptionGroup var viewport: ViewportOptions

    @Option(help: ArgumentHelp("How many pages there are.", valueName: "count"))
    var pages: Int

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The offset before the drag, in points.", valueName: "points"))
    var offset: Double

    @OptionGroup var drag: DragOptions

    func run() throws {
      let settled = try usage {
        try SnapCarouselLayout.settle(
          pageCount: pages, offset: offset, translation: drag.translation,
          viewport: try viewport.viewport())
      }
      print {
        $0.member("page", settled.page)
        $0.member("offset", settled.offset)
      }
    }
  }

  /// `tanada settle circular-carousel`
  struct Circular: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "circular-carousel", abstract: "Cards on a ring.")

    @Option(help: ArgumentHelp("How many cards there are.", valueName: "count"))
    var count: Int

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("The ring's rotation before the drag, in slots.", valueName: "slots"))
    var offset: Double

    @OptionGroup var drag: DragOptions

    func run() throws {
      let settled = try usage {
        try CircularCarouselLayout.settle(
          itemCount: count, offset: offset, translation: drag.translation)
      }
      print {
        $0.member("offset", settled.offset)
        $0.member("slot", settled.slot)
      }
    }
  }
}
