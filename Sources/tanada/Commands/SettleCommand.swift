import ArgumentParser
import FeedPublisher
import LayoutCatalog

/// `tanada settle`
struct SettleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settle",
    abstract: "Where a carousel comes to rest after a drag.",
    subcommands: Calculations.settling.map { $0.command })
}
