import ArgumentParser
import FeedModel
import FeedPhotos
import FeedStore

struct PhotoSweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Remove the photos that no content shows, and files that belong to no photo.",
    discussion: """
      A photo that was added a short time ago may be about to be used, so it stays for a day. A \
      running server is not disturbed.
      """)

  @Option(help: .named("time", "Remove photos that were added longer ago: 12h, 30d, or 0 for all."))
  var olderThan = "1d"

  @Flag(help: "Print what would be removed, but remove nothing.") var dryRun = false

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var options: SettingsOptions

  func validate() throws { _ = try age() }

  /// In milliseconds.
  private func age() throws -> Int {
    if olderThan == "0" { return 0 }
    guard let milliseconds = TimeSpan.milliseconds(olderThan) else {
      throw ValidationError("--older-than: expected a duration such as 12h or 30d, or 0")
    }
    return milliseconds
  }

  func run() async throws {
    let settings = try await options.settings(photos.flags)
    try await settings.withStore(createsFile: false) { store in
      let library = try await settings.photoLibrary(of: store, logger: settings.logger())
      // Plus 1, since an age of 0 includes photos added in this millisecond.
      let limit = Clock.now().millisecondsSince1970 - (try age()) + 1
      let report = try await library.sweep(
        addedBefore: Timestamp(millisecondsSince1970: limit), by: .program, isDryRun: dryRun)
      if !dryRun { try await settings.renditions(of: library).remove(report.unused) }
      for id in report.unused { try Console.output("\(id)\n") }
      let removed = dryRun ? "would be removed" : "removed"
      Console.message(
        "\(report.unused.count) photos that no content shows and \(report.strayFileCount) files "
          + "that belong to no photo \(removed)")
      if report.abandonedFileCount > 0 {
        Console.message("\(report.abandonedFileCount) files of interrupted uploads removed")
      }
    }
  }
}
