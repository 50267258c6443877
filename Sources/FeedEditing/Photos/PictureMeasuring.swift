package import FeedModel
package import FeedStore

/// Fills in and corrects the picture sizes in the fields of items.
package struct PictureMeasuring: Sendable {
  /// The result of a measurement, or of a dry run.
  package struct Report: Sendable {
    /// Items whose size was right.
    package var rightCount = 0
    /// Items whose size was missing or wrong, with the size that is right.
    package var corrected: [(item: String, size: PictureSize)] = []
    /// Items whose picture cannot be measured, and why.
    package var failures: [(item: String, reason: String)] = []

    package var count: Int { rightCount + corrected.count + failures.count }
  }

  /// How many items are read and written at a time.
  private static let pageSize = 100

  private let editor: Editor
  private let measure: @Sendable (_ address: String) async throws -> PictureSize
  private let width: Int

  /// - Parameters:
  ///   - width: how many pictures are measured at a time.
  ///   - measure: the size of the picture at an address, in pixels as it is shown.
  package init(
    editor: Editor, width: Int = 4,
    measure: @escaping @Sendable (_ address: String) async throws -> PictureSize
  ) {
    self.editor = editor
    self.width = width
    self.measure = measure
  }

  /// Measures the pictures of the items of `kind`, which has fields for their width and height.
  ///
  /// Each page of items is written in a revision of its own, so that an interrupted measurement keeps
  /// the pages it has written.
  ///
  /// - Parameter progress: called after each item.
  /// - Throws: ``StoreError``.
  package func run(
    _ kind: ContentKind, isDryRun: Bool, by author: Author,
    progress: @Sendable (_ report: Report) -> Void
  ) async throws -> Report {
    var report = Report()
    var last = 0
    while true {
      let items = try await editor.store.items(of: kind, after: last, limit: Self.pageSize)
      guard let end = items.last?.id else { return report }
      last = end
      let sizes = await measured(items, &report, progress)
      if !isDryRun, !sizes.isEmpty { try await write(sizes, of: kind, by: author) }
    }
  }

  /// One item, and the size of its picture or why that cannot be measured.
  ///
  /// Not a tuple: in an optimised build, Swift 6.3 writes a task's tuple in two parts, before and after
  /// a wait, and loses the first (swiftlang/swift#91911).
  private struct Measurement: Sendable {
    let item: ContentItem
    let size: Result<PictureSize, any Error>
  }

  /// The sizes of those items whose size is missing or wrong.
  private func measured(
    _ items: [ContentItem], _ report: inout Report, _ progress: (Report) -> Void
  ) async -> [Int: PictureSize] {
    var sizes: [Int: PictureSize] = [:]
    await items.filter { $0.pictureURL != nil }.forEachBounded(by: width) { item in
      do {
        return Measurement(item: item, size: .success(try await measure(item.pictureURL ?? "")))
      } catch {
        return Measurement(item: item, size: .failure(error))
      }
    } then: { measurement in
      note(measurement, in: &report, &sizes)
      progress(report)
    }
    return sizes
  }

  private func note(
    _ measurement: Measurement, in report: inout Report, _ sizes: inout [Int: PictureSize]
  ) {
    let item = measurement.item
    let name = "\(item.kind.name)/\(item.id)"
    switch measurement.size {
    case .success(let size) where size == item.pictureSize: report.rightCount += 1
    case .success(let size) where !size.isSupported:
      report.failures.append((name, "expected \(PictureSize.expectation), found \(size)"))
    case .success(let size):
      sizes[item.id] = size
      report.corrected.append((name, size))
    case .failure(let error): report.failures.append((name, "\(error)"))
    }
  }

  /// Writes the sizes to the items as they are by now.
  private func write(
    _ sizes: [Int: PictureSize], of kind: ContentKind, by author: Author
  ) async throws {
    try await editor.write(by: author) { transaction in
      for (id, size) in sizes.sorted(by: { $0.key < $1.key }) {
        guard let stored = try transaction.item(of: kind, id: id) else { continue }
        var item = stored.content
        item[.imageWidth] = .integer(size.width)
        item[.imageHeight] = .integer(size.height)
        _ = try transaction.save(item, from: .item(stored), by: transaction.actor)
      }
    }
  }
}
