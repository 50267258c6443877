import ArgumentParser
import FeedModel
import FeedPhotos
import FeedStore
import Foundation

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the database, its content and the files of its photos.",
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
    var rows = check.itemCounts.map { ["  \($0.kind)", "\($0.count)"] }
    rows.append(["  former versions", "\(check.versionCount)"])
    rows.append(["  compositions", "\(check.compositionCount)"])
    rows.append(["  photos", "\(check.photos.count)"])
    if let storage = try settings.photoStorageToRead() {
      let report = try await storage.checkFiles(of: check.photos.map(\.id))
      problems += report.problems(in: settings.photosPlace)
      let known = Set(check.photos.map(\.id))
      let stray = try await storage.photos().count { !known.contains($0) }
      if stray > 0 {
        rows.append(["  stray files", "\(stray) ('tanada photo sweep' removes them)"])
      }
    } else if !check.photos.isEmpty {
      problems.append("\(settings.photosFolder): the folder of the photos is missing")
    }
    let revision = check.revision.map { "revision \($0.number)" } ?? "no content"
    try Console.output("\(settings.storeAddress): \(revision)\n" + Console.table(rows))
    for problem in problems { Console.message("error: \(problem)") }
    if !problems.isEmpty { throw ExitCode.failure }
  }
}
