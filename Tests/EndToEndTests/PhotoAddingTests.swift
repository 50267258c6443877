import Foundation
import TestSupport
import Testing

/// `tanada photo add`, `import`, `measure` and `sweep`
@Suite struct PhotoAddingTests {
  /// A folder with two pictures, and with a file and a hidden picture that are left out.
  private static func pictures() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (sample, name) in [
      ("synth-orient-1.jpg", "album/a.jpg"), ("synth-orient-6.jpg", "album/older/no name"),
      ("synth-orient-3.jpg", "album/.hidden.jpg"), ("synth-orient-8.jpg", "single.jpg"),
    ] {
      let data = try Data(contentsOf: PackageFiles.file("Tests/FeedPhotosTests/Samples/\(sample)"))
      try folder.write(data, to: name)
    }
    try folder.write("not a picture\n", to: "album/notes.txt")
    try folder.write("not a picture\n", to: "text.jpg")
    return folder
  }

  @Test func filesAndThePicturesInFoldersAreAddedByTheirNames() async throws {
    let folder = try Self.pictures()
    let outcome = try await Tanada.run(
      ["photo", "add", "single.jpg", "album"], in: folder, status: 0)
    #expect(outcome.messages == "3 added, 0 were there, 0 failed; 1 other files left out\n")
    let lines = outcome.text.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
    #expect(
      lines.map { $0[1].trimmingCharacters(in: .whitespaces) }
        == ["single.jpg", "album/a.jpg", "album/older/no name"])
    #expect(Set(lines.map { $0[0] }).count == 3 && lines.allSatisfy { $0[0].count == 32 })
    guard TestScale.current.isAll else { return }
    let again = try await Tanada.run(["photo", "add", "album/"], in: folder)
    #expect(again.messages == "0 added, 2 were there, 0 failed; 1 other files left out\n")
  }

  @Test(
    .onlyAll(
      "filesAndThePicturesInFoldersAreAddedByTheirNames adds; PictureInspectionTests refuses"))
  func everyFileThatIsNotAddedIsNamed() async throws {
    let folder = try Self.pictures()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "empty"), withIntermediateDirectories: true)
    let outcome = try await Tanada.run(
      ["photo", "add", "text.jpg", "none.jpg", "empty", "single.jpg"], in: folder, status: 1)
    #expect(outcome.text.hasSuffix("  single.jpg\n"))
    let lines = outcome.messages.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "error: empty: there is no picture in this folder")
    #expect(
      lines[1].hasPrefix(
        "error: text.jpg: expected a JPEG, PNG, WebP, HEIC or AVIF picture, found "))
    #expect(lines[2] == "error: none.jpg: no such file")
    #expect(lines[3] == "1 added, 0 were there, 3 failed")
    let quiet = try await Tanada.run(["photo", "add", "--quiet", "single.jpg"], in: folder)
    #expect(quiet.messages.isEmpty)
  }

  @Test(.onlyAll("BackupCommandTests imports photos from a folder"))
  func aFolderOfPicturesThatIsMissingIsSaidOnce() async throws {
    let folder = try await TemporaryFolder.withSamples()
    try folder.write("no folder", to: "file")
    for name in ["/missing", "file"] {
      let outcome = try await Tanada.run(
        ["photo", "import", "--from", name], in: folder, status: 1)
      #expect(outcome.text.isEmpty)
      #expect(outcome.messages == "error: \(name): no such folder\n")
    }
  }

  /// `photo import` and `measure` as the documentation has them, and of one item that says it wrong.
  @Test func sizesOfImportedPicturesAreMeasured() async throws {
    let folder = try await TemporaryFolder.withSamples()
    let artwork = PackageFiles.file("Seeds/artwork").path
    let imported = try await Tanada.run(
      ["photo", "import", "pickup_photos", "--from", artwork], in: folder)
    #expect(imported.text == "20 added, 0 were there, 0 failed\n")
    try folder.spoil("UPDATE pickup_photos SET photo_width = 1 WHERE id = 3")
    let corrected = try await Tanada.run(["photo", "measure", "pickup_photos"], in: folder)
    #expect(corrected.text == "pickup_photos/3  1200x800\n")
    #expect(corrected.messages == "pickup_photos: 19 right, 1 corrected, 0 failed\n")
    #expect(corrected.status == 0)
    guard TestScale.current.isAll else { return }
    let right = try await Tanada.run(["photo", "measure", "pickup_photos"], in: folder)
    #expect(right.messages == "pickup_photos: 20 right, 0 corrected, 0 failed\n")
  }

  @Test(
    .onlyAll("FolderTests has wrong usage of export; CommandTests of others"),
    arguments: [["photo", "import"], ["photo", "measure"], ["export"], ["import"]])
  func aWrongKindShowsTheUsageOfItsCommand(command: [String]) async throws {
    let folder = try await TemporaryFolder.withSamples()
    let file = command == ["import"] ? ["items.json"] : []
    let outcome = try await Tanada.run(command + ["photographs"] + file, in: folder, status: 64)
    let lines = outcome.messages.split(separator: "\n")
    let name = (["tanada"] + command).joined(separator: " ")
    #expect(lines.first?.hasPrefix("Error: expected one of featured_topics, ") == true)
    #expect(lines.first?.hasSuffix(", found photographs") == true)
    #expect(lines.dropFirst().first?.hasPrefix("Usage: \(name) ") == true, "\(outcome.messages)")
    #expect(lines.last == "  See '\(name) --help' for more information.")
  }
}
