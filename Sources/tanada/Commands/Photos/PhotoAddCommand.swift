import ArgumentParser
import FeedModel
import FeedPhotos
import FeedStore
import Foundation

struct PhotoAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add pictures to the photos of the database.",
    discussion: """
      Prints the id of each photo and its file. Of a folder, all pictures in it and in its folders \
      are added, by their content and not by their names. The same picture is stored once. A file \
      that is not a picture is reported, and the others are added.
      """)

  @Argument(help: .named("file", "JPEG, PNG, WebP, HEIC or AVIF pictures, or folders of them."))
  var files: [String]

  @Flag(name: .shortAndLong, help: "Print no summary.") var quiet = false

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let found = PictureFiles(at: files)
    let settings = try await options.settings(photos.flags)
    let (addedCount, knownCount, failures) = try await settings.withStore { store in
      let library = try await settings.photoLibrary(of: store, logger: settings.logger())
      let progress = ProgressLine()
      var (addedCount, knownCount) = (0, 0)
      var failures = found.emptyFolders.map { "\($0): there is no picture in this folder" }
      do {
        for (index, file) in found.paths.enumerated() {
          progress.show(index, of: found.paths.count, file)
          do {
            let (photo, isNew) = try await add(file, to: library)
            if isNew { addedCount += 1 } else { knownCount += 1 }
            progress.finish()
            try Console.output("\(photo.id)  \(file)\n")
          } catch let error as PictureError {
            failures.append("\(file): \(error)")
          }
        }
      } catch {
        // An error that ends the work does not hide the failures before it.
        progress.finish()
        for failure in failures { Console.message("error: \(failure)") }
        throw error
      }
      progress.finish()
      await library.workers.stop()
      return (addedCount, knownCount, failures)
    }
    for failure in failures { Console.message("error: \(failure)") }
    if !quiet {
      Console.message(
        "\(addedCount) added, \(knownCount) were there, \(failures.count) failed"
          + (found.otherCount > 0 ? "; \(found.otherCount) other files left out" : ""))
    }
    if !failures.isEmpty { throw ExitCode.failure }
  }

  private func add(
    _ file: String, to library: PhotoLibrary
  ) async throws -> (photo: Photo, isNew: Bool) {
    let incoming = try library.storage.makeIncomingFile()
    try incoming.append(contentsOf: file, limit: PhotoLibrary.maximumByteCount)
    return try await library.add(incoming, by: .program)
  }
}

/// The pictures among files and in folders that were named on the command line.
struct PictureFiles {
  /// The files that were named, whatever they are, and the pictures in folders.
  private(set) var paths: [String] = []
  /// Folders without a picture.
  private(set) var emptyFolders: [String] = []
  /// How many files in folders are no pictures.
  private(set) var otherCount = 0

  /// Looks into the folders among `names`.
  init(at names: [String]) {
    for name in names {
      if PictureFolder.exists(at: name) { addPictures(in: name) } else { paths.append(name) }
    }
  }

  /// Adds the pictures in a folder and its folders, in alphabetical order. Hidden files do not count.
  private mutating func addPictures(in folder: String) {
    let names = (FileManager.default.enumerator(atPath: folder)?.allObjects ?? []) as? [String]
    let before = paths.count
    for name in (names ?? []).sorted() where !Self.isHidden(name) {
      let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
      guard Self.isRegular(path) else { continue }
      let isPicture = (try? PictureInspection(contentsOf: path)) != nil
      if isPicture { paths.append(path) } else { otherCount += 1 }
    }
    if paths.count == before { emptyFolders.append(folder) }
  }

  /// Whether there are bytes to be read at once, unlike in folders and pipes.
  private static func isRegular(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
  }

  private static func isHidden(_ name: String) -> Bool {
    name.split(separator: "/").contains { $0.hasPrefix(".") }
  }
}
