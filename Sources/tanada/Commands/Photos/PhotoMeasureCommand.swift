import ArgumentParser
import FeedEditing
import FeedModel
import FeedPhotos
import FeedStore
import Foundation
import StrictJSON

struct PhotoMeasureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure",
    abstract: "Fill in and correct the sizes of pictures that content names by URLs.",
    discussion: """
      Reads the head of each picture, of the photo that its URL is assigned to or from the URL, and writes its \
      width and height to the item where they are missing or wrong. Private and local addresses are \
      refused.
      """)

  /// How much of a picture is read, in bytes: mostly EXIF and a thumbnail precede the size.
  private static let headSize = 256 << 10

  @Argument(
    help: .named("kind", "The kind (default: all kinds with image_width and image_height)."))
  var kind: String?

  @Option(help: .named("n", "How many pictures are read at a time, 1 to 32.")) var parallel = 4

  @Flag(help: "Also read from private and local addresses.") var allowPrivateAddresses = false

  @Flag(help: "Print what would be changed, but change nothing.") var dryRun = false

  @OptionGroup var options: SettingsOptions

  func validate() throws {
    guard (1...32).contains(parallel) else {
      throw ValidationError("--parallel: expected 1 to 32, found \(parallel)")
    }
  }

  func run() async throws {
    let settings = try await options.settings()
    let failureCount = try await settings.withStore(createsFile: false) { store in
      let kinds = try await store.kinds()
      let chosen = try kind.map { [try kinds.argument($0)] } ?? kinds.all
      let sized = chosen.filter { $0.roles[.imageWidth] != nil && $0.roles[.imageHeight] != nil }
      guard !sized.isEmpty || kind == nil else {
        throw ValidationError("\(chosen[0].name) has no image_width and image_height to fill in")
      }
      let measuring = measuring(of: store)
      var failureCount = 0
      for kind in sized {
        let total = try await store.read { reader in
          try reader.count(of: kind, matching: .all, visibility: nil)
        }
        let progress = ProgressLine()
        let report = try await measuring.run(kind, isDryRun: dryRun, by: .program) { report in
          progress.show(report.count, of: total, kind.name)
        }
        progress.finish()
        try show(report, of: kind)
        failureCount += report.failures.count
      }
      return failureCount
    }
    if failureCount > 0 { throw ExitCode.failure }
  }

  private func show(_ report: PictureMeasuring.Report, of kind: ContentKind) throws {
    for (item, size) in report.corrected {
      try Console.output("\(item)  \(size.width)x\(size.height)\n")
    }
    for (item, reason) in report.failures { Console.message("error: \(item): \(reason)") }
    let changed = dryRun ? "would be corrected" : "corrected"
    Console.message(
      "\(kind.name): \(report.rightCount) right, \(report.corrected.count) \(changed), "
        + "\(report.failures.count) failed")
  }

  private func measuring(of store: any FeedStore) -> PictureMeasuring {
    let fetcher = PictureFetcher(allowsPrivateAddresses: allowPrivateAddresses)
    return PictureMeasuring(editor: Editor(store: store, clock: Clock.now), width: parallel) {
      address in
      let photo = try await store.read { reader in
        let id =
          try reader.photos(assignedTo: [address.exact])[address.exact]
          ?? PhotoAddress.photo(in: address)
        return try id.flatMap { try reader.photo($0) }
      }
      if let photo { return photo.size }
      let head = try await fetcher.head(of: address, count: Self.headSize)
      let inspection = try PictureInspection(Data(head))
      guard let width = inspection.width, let height = inspection.height else {
        throw PictureError.invalid("the size is not in the first \(Self.headSize) bytes")
      }
      return PictureSize(width: width, height: height)
    }
  }
}
