import ArgumentParser
import FeedModel
import FeedPhotos
import FeedStore
import FeedStoreSQLite
import Foundation

/// `tanada photo add FILE …`
struct PhotoAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add pictures to the photos of the database.",
    discussion: """
      Prints the id of each photo. The same picture is stored once. A file that is not a picture \
      is reported, and the others are added.
      """)

  @Argument(
    help: ArgumentHelp("JPEG, PNG, WebP, HEIC or AVIF pictures.", valueName: "file"))
  var files: [String]

  @Option(help: Setting.photos.help)
  var photos: String?

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings([(.photos, photos)])
    let store = try SQLiteFeedStore(path: settings.database)
    let library = try await settings.photoLibrary(of: store, logger: settings.logger())
    var hasFailed = false
    for file in files {
      do {
        let incoming = try library.storage.makeIncomingFile()
        try incoming.append(contentsOf: file, limit: PhotoLibrary.maximumByteCount)
        let (photo, _) = try await library.add(incoming, by: .commandLine)
        Console.output("\(photo.id)\n")
      } catch let error as PictureError {
        Console.message("error: \(file): \(error)")
        hasFailed = true
      }
    }
    await library.workers.stop()
    try store.close()
    if hasFailed { throw ExitCode.failure }
  }
}
