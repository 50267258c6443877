import ArgumentParser
import FeedModel
import FeedPhotos
import FeedStore
import Foundation

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the database and its photos while they are in use.",
    discussion: """
      The copy is that of one revision, checked, and one file. The files of the photos are copied to a \
      folder beside it, named like the copy with -photos. 'tanada restore' puts both back.
      """)

  @Argument(help: .named("file", "The copy, which must not exist yet."), transform: String.fileName)
  var file: String

  @OptionGroup var photos: PhotoOptions

  @Flag(help: "Copy the database only.") var withoutPhotos = false

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings(photos.flags)
    guard !FileManager.default.fileExists(atPath: file) else {
      throw Failure("\(file): exists already; choose another name")
    }
    guard !withoutPhotos, let original = try settings.photoStorageToRead() else {
      let copy = try await DatabaseCopy(of: settings.databaseFile(for: "backup"), for: file)
      try copy.keep()
      return try print(copy.summary, photoCount: nil)
    }
    let folder = try PhotoFolder(path: file + "-photos")
    // 1. Most photos, without a lock.
    _ = try await original.copyFiles(of: try await original.photos(), to: folder)
    // 2. While none is added or removed: the database, and the photos that were added meanwhile.
    let (file, database) = (file, try settings.databaseFile(for: "backup"))
    let (copy, photos, report) = try await original.exclusively {
      let copy = try await DatabaseCopy(of: database, for: file)
      do {
        let photos = try await DatabaseCheck(path: copy.path).content.photos.map(\.id)
        let report = try await original.copyFiles(of: photos, to: folder)
        return (copy, photos, report)
      } catch {
        copy.discard()
        throw error
      }
    }
    if let owner = try await original.owner() { try folder.claim(for: owner) }
    try copy.keep()
    try print(copy.summary, photoCount: photos.count)
    try report.requireNoProblems(in: settings.photosPlace)
  }

  private func print(_ summary: DatabaseCopy.Summary, photoCount: Int?) throws {
    let revision = summary.revision.map { "revision \($0)" } ?? "no content yet"
    let photos = photoCount.map { ", \($0) photos in \(file)-photos" } ?? ""
    try Console.output("\(file): \(revision), \(summary.byteCount / 1024) KiB\(photos)\n")
  }
}

extension PhotoFilesReport {
  /// A line for each photo whose file is missing in `place` or damaged: a folder, or a bucket.
  func problems(in place: String) -> [String] {
    missing.map { "\(place): the file of photo \($0) is missing" }
      + damaged.map { "\(place): the file of photo \($0) is damaged" }
  }

  func requireNoProblems(in place: String) throws(Failure) {
    let problems = problems(in: place)
    guard problems.isEmpty else { throw Failure(problems) }
  }
}
