import ArgumentParser

/// `tanada layout`
struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract:
      "Compute geometry without a database: of the items of a section unless said otherwise.",
    subcommands: [
      SectionLayoutCommand.self, TransformCommand.self, ImageFitCommand.self, ZoomCommand.self,
    ],
    defaultSubcommand: SectionLayoutCommand.self)
}
