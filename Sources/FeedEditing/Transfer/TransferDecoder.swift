package import FeedModel
package import FeedStore
package import Foundation
package import StrictJSON

/// Decodes a document of items piece by piece, in one of the ``TransferFormat``s.
///
/// Memory stays within a piece and its items, however long the document is; only the set of ids, a
/// bit each where they are dense, grows with it.
package protocol TransferDecoder {
  /// The problems so far.
  var problems: DocumentProblems { get }
  /// How often each unknown field was met.
  var unknownFields: [String: Int] { get }
  /// Whether the rest of the document can still be decoded.
  var canContinue: Bool { get }
  /// Decodes the items that end in `bytes`, the next piece of the document.
  mutating func decode(_ bytes: Data) -> [StagedItem]
  /// Ends the document, and decodes the items that only its end completes.
  mutating func finish() -> [StagedItem]
}

extension TransferFormat {
  /// A decoder at the beginning of a document of items of `kind`.
  package func decoder(of kind: ContentKind) -> any TransferDecoder {
    switch self {
    case .json: ItemListDecoder(ofStaged: kind, .resultOrArray)
    case .ndjson: ItemListDecoder(ofStaged: kind, .lines)
    case .csv: CSVTransferDecoder(kind: kind)
    }
  }
}

/// Items written in JSON.
extension ItemListDecoder: TransferDecoder where Value == StagedItem {
  /// A decoder of items of `kind`.
  ///
  /// - Parameter isComplete: whether an item is all that there is to it, as an export writes it: one without a window
  ///   is always shown, and translations that it does not have are removed.
  init(ofStaged kind: ContentKind, _ form: ItemListForm, isComplete: Bool = false) {
    self.init(form) { fields in
      var translations = WrittenTranslations()
      let content = ContentItem(reading: &fields, kind: kind, &translations)
      fields.checkPictureSize(of: content)
      let place = fields.place.map { StagedItem.Place(pointer: $0.pointer, line: $0.line) }
      // Without any part of it an item that is not complete keeps the window it has.
      let hasWindow = isComplete || WindowField.all.map { fields.contains($0) }.contains(true)
      let window = hasWindow ? Window(reading: &fields) { .text($0.text) } : nil
      return (
        content.id,
        StagedItem(
          content, translations: translations, replacesTranslations: isComplete, window: window,
          hasCondition: isComplete || fields.contains(WindowField.when), place: place)
      )
    }
  }
}

/// A document on its way into a stage, piece by piece: the items of a piece are added while the next one is
/// decoded.
///
/// It is read to its end even if there are problems, so that all of them are found. Nothing more is added from
/// the first one on.
struct StagedReading {
  /// How much of a document is in memory at a time, in bytes.
  static let pieceSize = 256 << 10

  /// The file; `nil` for standard input.
  private let path: String?
  private var decoder: any TransferDecoder

  /// - Parameter decoder: at the beginning of the document.
  init(path: String?, decoder: any TransferDecoder) {
    self.path = path
    self.decoder = decoder
  }

  /// Everything wrong with the document so far.
  var problems: DocumentProblems { decoder.problems }
  /// How often each field without a meaning was met.
  var unknownFields: [String: Int] { decoder.unknownFields }

  /// Reads the document, and adds its items to `stage`.
  ///
  /// - Parameters:
  ///   - adds: whether items are added; if not, the document is only checked.
  ///   - progress: called after each piece with the number of bytes read so far.
  /// - Throws: ``SeedError``, or `StoreError`. What is wrong with the document is in
  ///   ``problems``.
  mutating func run(
    into stage: any ContentStage, adds: Bool = true, progress: (Int) -> Void = { _ in }
  ) async throws {
    var file = try open()
    defer { file?.close() }
    var items: [StagedItem] = []
    var bytesRead = 0
    while decoder.canContinue, let piece = try nextPiece(of: &file) {
      bytesRead += piece.count
      let decoded = items
      async let added: Void = stage.add(decoded)
      items = decoder.decode(piece)
      try await added
      if !adds || !decoder.problems.isEmpty { items = [] }
      progress(bytesRead)
    }
    let last = decoder.finish()
    guard adds, decoder.problems.isEmpty else { return }
    try await stage.add(items + last)
  }

  /// The open file; `nil` for standard input.
  private func open() throws(SeedError) -> NamedFile? {
    guard let path else { return nil }
    do { return try NamedFile(at: path) } catch { throw .refused(path: path, error) }
  }

  /// The next piece; `nil` at the end.
  private func nextPiece(of file: inout NamedFile?) throws(SeedError) -> Data? {
    do {
      let piece =
        try file?.read(upToCount: Self.pieceSize)
        ?? FileHandle.standardInput.read(upToCount: Self.pieceSize)
      return piece?.isEmpty == true ? nil : piece
    } catch {
      throw .unreadable(path: path ?? "-")
    }
  }
}
