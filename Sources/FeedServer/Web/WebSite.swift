import FeedPublisher

/// The pages and the assets they load.
struct WebSite: Sendable {
  /// By the name in the sources.
  private let assets: [String: WebAsset]
  /// By the name in addresses.
  private let assetsByHashedName: [String: WebAsset]
  /// By the name in the sources.
  private let pages: [String: PublishedDocument]

  /// Creates the site of `files`, by their names. HTML files are pages. `{{tanada.js}}` in a page or a script
  /// becomes the address of that asset; one that a script names does not name others.
  init(files: [String: [UInt8]]) {
    // The hash in an address is that of what is served, so assets that are named come first.
    let named = files.filter { !$0.value.names(files.keys) }
      .compactMap { WebAsset(name: $0.key, bytes: $0.value) }
    let naming = files.filter { $0.value.names(files.keys) }
      .compactMap { WebAsset(name: $0.key, bytes: $0.value.naming(named)) }
    let assets = named + naming
    self.assets = Dictionary(uniqueKeysWithValues: assets.map { ($0.name, $0) })
    assetsByHashedName = Dictionary(uniqueKeysWithValues: assets.map { ($0.hashedName, $0) })
    pages = files.filter { $0.key.hasSuffix(".html") }.mapValues { bytes in
      PublishedDocument(bytes: bytes.naming(assets), codings: ContentCoding.allCases)
    }
  }

  /// The asset `name` of the sources.
  func asset(named name: String) -> WebAsset? { assets[name] }

  /// The asset whose address ends in `hashedName`; `nil` also for the address of former content.
  func asset(hashedName: String) -> WebAsset? { assetsByHashedName[hashedName] }

  /// The page `name` of the sources.
  func page(named name: String) -> PublishedDocument? { pages[name] }
}

extension [UInt8] {
  /// Whether this file names one of `files`.
  fileprivate func names(_ files: some Sequence<String>) -> Bool {
    let source = String(decoding: self, as: UTF8.self)
    return files.contains { source.contains("{{\($0)}}") }
  }

  /// This file with the addresses of the assets that it names.
  fileprivate func naming(_ assets: [WebAsset]) -> [UInt8] {
    let source = String(decoding: self, as: UTF8.self)
    return Array(assets.reduce(source) { $0.replacing("{{\($1.name)}}", with: $1.path) }.utf8)
  }
}
