import ArgumentParser
import FeedPhotos

struct PhotoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photo", abstract: "Work with photos.",
    subcommands: [
      PhotoInspectCommand.self, PhotoFrameCommand.self, PhotoPatternCommand.self,
      PhotoAddCommand.self, PhotoImportCommand.self, PhotoMeasureCommand.self,
      PhotoSweepCommand.self, PhotoWorkerCommand.self,
    ])
}

/// `tanada photo worker`: a process that decodes pictures for another one.
struct PhotoWorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Decode pictures for the process that has started this one.",
    shouldDisplay: false)

  @Argument(help: "The limits as JSON.") var limits: String

  func run() throws {
    guard let worker = PictureWorker(argument: limits) else {
      throw ValidationError("expected the limits that another tanada passes on")
    }
    worker.run()
  }
}
