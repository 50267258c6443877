import ArgumentParser
import FeedModel
import FeedPhotos
import FeedStore

struct PhotoImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Fetch the pictures of URLs in content into the photos of the database.",
    discussion: """
      Each URL is assigned to its photo: items are not changed, and their pictures get sources, a \
      placeholder and a description. Pictures that are there are not fetched again, so an import \
      that was interrupted goes on where it ended. Private and local addresses are refused.
      """)

  @Argument(help: .named("kind", "The kind, such as pickup_photos (default: all kinds)."))
  var kind: String?

  @Option(
    help: .named(
      "folder",
      "Take the pictures from a folder instead: https://example.com/a.jpg is example.com/a.jpg."))
  var from: String?

  @Option(help: .named("n", "How many pictures are fetched at a time, 1 to 32.")) var parallel = 4

  @Option(help: .named("s", "The longest that a picture may take, in seconds.")) var timeout = 120

  @Flag(help: "Also fetch from private and local addresses.") var allowPrivateAddresses = false

  @Flag(name: .shortAndLong, help: "Print no summary.") var quiet = false

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    guard (1...32).contains(parallel) else {
      throw ValidationError("--parallel: expected 1 to 32, found \(parallel)")
    }
    guard (1...86_400).contains(timeout) else {
      throw ValidationError("--timeout: expected 1 to 86400 seconds, found \(timeout)")
    }
  }

  func run() async throws {
    if let from, !PictureFolder.exists(at: from) { throw Failure("\(from): no such folder") }
    let settings = try await options.settings(photos.flags)
    let report = try await settings.withStore(createsFile: false) { store in
      let kinds = try await store.kinds()
      let chosen = try kind.map { [try kinds.argument($0)] } ?? kinds.all
      let library = try await settings.photoLibrary(of: store, logger: settings.logger())
      let importer = PhotoImporter(library: library, source: source, width: parallel)
      let addresses = try await importer.addresses(of: chosen)
      let progress = ProgressLine()
      let report = try await importer.run(addresses, by: .program) { count, address in
        progress.show(count, of: addresses.count, address)
      }
      progress.finish()
      await library.workers.stop()
      return report
    }
    for (address, reason) in report.failures { Console.message("error: \(address): \(reason)") }
    if !quiet {
      try Console.output(
        "\(report.addedCount) added, \(report.knownCount) were there, "
          + "\(report.failures.count) failed\n")
    }
    if !report.failures.isEmpty { throw ExitCode.failure }
  }

  private var source: any PictureSource {
    if let from { return PictureFolder(path: from) }
    var limits = PictureFetcher.Limits()
    limits.maximumByteCount = PhotoLibrary.maximumByteCount
    limits.timeout = .seconds(timeout)
    return PictureFetcher(limits: limits, allowsPrivateAddresses: allowPrivateAddresses)
  }
}
