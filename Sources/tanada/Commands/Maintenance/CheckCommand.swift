import ArgumentParser
import FeedModel
import FeedPhotos
import FeedStore
import Foundation

/// `tanada check`
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the database, its content and the files of its photos.",
    discussion: """
      Nothing is changed, and a running server is not disturbed. Prints what there is, and what is \
      wrong on standard error; exits with 1 if anything is. A backup is checked with --database FILE.
      """)

  @OptionGroup var photos: PhotoOptions

  @OptionGroup var options: SettingsOptions

  func run() async throws {
    let settings = try await options.settings(photos.flags)
    let (check, found) = try await settings.storeCheck()
    var problems = found
    var lines = check.itemCounts.map { ($0.kind, "\($0.count)") }
    lines.append(("former versions", "\(check.versionCount)"))
    lines.append(("compositions", "\(check.compositionCount)"))
    lines.append(("photos", "\(check.photos.count)"))
    if let storage = try settings.photoStorageToRead() {
      let report = try await storage.checkFiles(of: check.photos.map(\.id))
      problems += PhotoFilesFailure(place: settings.photosPlace, report: report).description
        .split(separator: "\n").map(String.init)
      let known = Set(check.photos.map(\.id))
      let stray = try await storage.photos().count { !known.contains($0) }
      if stray > 0 { lines.append(("stray files", "\(stray) ('tanada photo sweep' removes them)")) }
    } else if !check.photos.isEmpty {
      problems.append("\(settings.photosFolder): the folder of the photos is missing")
    }
    try Console.output(Self.table("\(settings.storeAddress)", check, lines))
    for problem in problems { Console.message("error: \(problem)") }
    if !problems.isEmpty { throw ExitCode.failure }
  }

  private static func table(
    _ path: String, _ check: ContentCheck, _ lines: [(name: String, value: String)]
  ) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    let title = check.revision.map { "\(path): revision \($0.number)" } ?? "\(path): no content"
    let rows = lines.map { line in
      "  \(line.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(line.value)"
    }
    return ([title] + rows).joined(separator: "\n") + "\n"
  }
}
