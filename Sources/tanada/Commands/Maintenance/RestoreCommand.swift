import ArgumentParser
import FeedModel
import FeedPhotos
import FeedStore
import Foundation

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in the place of the database.",
    discussion: """
      The backup is checked before anything is changed: a damaged file, one of another application and \
      one of a newer version are refused. Stop the server first. Photos of the backup that are not \
      there are added; others stay until 'tanada photo sweep' removes them.
      """)

  @Argument(help: .named("file", "The backup."), transform: String.fileName) var file: String

  @OptionGroup var photos: PhotoOptions

  @Flag(help: "Replace a database that has content.") var yes = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings(photos.flags)
    let path = try settings.databaseFile(for: "restore")
    do { _ = try NamedFile(at: file) } catch { throw Failure(reading: file, error) }
    guard yes || !hasContent(path) else {
      throw Failure(
        "\(path): has content, which the backup would replace; repeat with --yes to do that")
    }
    // 1. A checked copy beside the database, in the schema of this version.
    let copy = try await DatabaseCopy(of: file, for: path)
    do {
      let store = try SQLiteFeedStore(path: copy.path)
      // 2. The photos come before the rows that name them.
      let report = try await restorePhotos(of: store, at: copy.path, settings)
      try store.close()
      // 3. The database.
      try copy.replaceDatabase()
      let revision = copy.summary.revision.map { "revision \($0)" } ?? "no content"
      let added = report.map { ", \($0.copiedCount) photos added" } ?? ""
      try Console.output("\(path): \(revision) of \(file)\(added)\n")
      if let report { try report.requireNoProblems(in: file + "-photos") }
    } catch {
      copy.discard()
      throw error
    }
  }

  /// Whether there is a file with content, also behind a link. What is no file is refused when it is to be replaced.
  private func hasContent(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
      && information.st_size > 0
  }

  /// Adds the photos of the backup to those that are there.
  ///
  /// - Returns: `nil` for a backup without photos.
  private func restorePhotos(
    of store: any FeedStore, at path: String, _ settings: Settings
  ) async throws -> PhotoFilesReport? {
    let source = file + "-photos"
    guard FileManager.default.fileExists(atPath: source) else { return nil }
    // Refuses the folder of another database.
    let library = try await settings.photoLibrary(of: store, logger: settings.logger())
    let photos = try await DatabaseCheck(path: path).content.photos.map(\.id)
    return try await PhotoFolder(path: source).copyFiles(of: photos, to: library.storage)
  }
}
