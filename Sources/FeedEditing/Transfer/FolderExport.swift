package import FeedModel
package import FeedStore
import StrictJSON

/// A database as a folder of files for version control, which a seeding reads: the definitions of the kinds, their
/// order, their items, the cells, the themes and the compositions.
package struct FolderExport: Sendable {
  /// The kinds, in the order they were defined.
  package let kinds: ContentKinds
  /// The files that are small, by their paths in the folder: everything but the items.
  package let files: [(path: String, bytes: [UInt8])]

  /// The content of `reader`.
  package init(of reader: any ContentReader) throws {
    try self.init(
      kinds: reader.kinds(), designs: Array(reader.catalogue().written.values),
      feeds: reader.composedFeeds().map { feed in
        (feed, try reader.compositionDocument(of: feed) ?? "")
      })
  }

  /// The files of `kinds`, of `designs`, and of `feeds` by their names and their documents.
  init(
    kinds: ContentKinds, designs: [Design], feeds: [(name: String, document: String)]
  ) {
    self.kinds = kinds
    files =
      [(Self.orderPath, KindOrder(kinds.names).bytes)]
      + kinds.all.map { (Self.path(ofKind: $0.name), Self.bytes(of: $0)) }
      + designs.sorted { $0.key < $1.key }.map { (Self.path(of: $0.key), Self.bytes(of: $0)) }
      + feeds.map { (Self.path(ofFeed: $0.name), Self.bytes(of: $0.document, $0.name, kinds)) }
  }

  /// The path of the items of the kind called `name`.
  package static func path(ofItems name: String) -> String { "\(name).json" }
  static func path(ofKind name: String) -> String { "\(SeedSources.kindFolder)/\(name).json" }
  static func path(ofFeed name: String) -> String { "\(SeedSources.feedFolder)/\(name).json" }

  static func path(of design: DesignKey) -> String { "\(design).json" }

  /// The path of the order of the kinds.
  package static let orderPath = "\(SeedSources.kindFolder)/\(KindOrder.fileName)"

  /// The order of the kinds, with those of a former export that are gone behind them.
  package func order(with former: [String]) -> [UInt8] {
    KindOrder(kinds.names + former.filter { kinds[$0] == nil }).bytes
  }

  private static func bytes(of kind: ContentKind) -> [UInt8] {
    JSONTree(json: String(decoding: kind.json, as: UTF8.self))?.lines() ?? kind.json
  }

  static func bytes(of design: Design) -> [UInt8] {
    JSONTree(json: design.text)?.lines() ?? Array(design.text.utf8)
  }

  /// The composition as this version writes it; one that is damaged as it is stored.
  private static func bytes(of document: String, _ feed: String, _ kinds: ContentKinds) -> [UInt8] {
    let composition = try? Composition(
      reading: document.utf8, of: feed, kinds: kinds, isStored: true)
    let text = composition.map { CompositionDocument($0).text } ?? document
    return JSONTree(json: text)?.lines() ?? Array(text.utf8)
  }
}

// MARK: - Files of a former export

extension FolderExport {
  /// The names of the kinds that `order`, the order file of a former export, has; none if it is something else.
  package static func kinds(ofOrder order: some Sequence<UInt8>) -> [String] {
    guard let tree = try? JSONTree(parsing: order), let order = try? KindOrder(reading: tree) else {
      return []
    }
    return order.names
  }

  /// Whether `bytes`, the definition file of the kind called `name` in a folder, are as an export writes them.
  package static func isWritten(_ bytes: some Sequence<UInt8>, kind name: String) -> Bool {
    guard let tree = try? JSONTree(parsing: bytes),
      let proposal = try? KindProposal(reading: tree, isStored: true)
    else { return false }
    return proposal.kind.name == name && Self.bytes(of: proposal.kind).elementsEqual(bytes)
  }

  /// Returns true if `bytes`, the file of the design `key` in a folder, are those that an export writes.
  package static func isWritten(_ bytes: some Sequence<UInt8>, design key: DesignKey) -> Bool {
    guard let tree = try? JSONTree(parsing: bytes),
      let design = try? Design(reading: tree, as: key.type, theme: nil)
    else { return false }
    return design.key == key && Self.bytes(of: design).elementsEqual(bytes)
  }

  /// Whether `bytes`, the file of the feed called `name` in a folder, are as an export writes them.
  package static func isWritten(_ bytes: some Sequence<UInt8>, feed name: String) -> Bool {
    guard let tree = try? JSONTree(parsing: bytes), tree["sections"] != nil else { return false }
    return tree["feed"]?.string == name && tree.lines().elementsEqual(bytes)
  }

  /// Whether a file of items begins and ends with these bytes, as an export writes it.
  package static func isItems(beginning: some Collection<UInt8>, end: some Collection<UInt8>)
    -> Bool
  {
    let encoder = TransferEncoder(
      kind: ContentKinds.standard.all[0], format: .json, hasWindows: true)
    return beginning.starts(with: encoder.beginning)
      && end.suffix(encoder.end.count)
        .elementsEqual(encoder.end)
  }
}
