import ArgumentParser

/// `tanada photo`
struct PhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo",
    abstract: "Work with photos.",
    subcommands: [
      PhotoInspectCommand.self, PhotoFrameCommand.self, PhotoPatternCommand.self,
      PhotoAddCommand.self, PhotoImportCommand.self, PhotoMeasureCommand.self,
      PhotoSweepCommand.self, PhotoWorkerCommand.self,
    ])
}
