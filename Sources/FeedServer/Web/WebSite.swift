import FeedPublisher

/// The pages and the assets they load.
struct WebSite: Sendable {
  /// By the name in the sources.
  private let assets: [String: WebAsset]
  /// By the name in addresses.
  private let assetsByHashedName: [String: WebAsset]
  /// By the name in the sources.
  private let pages: [String: PublishedDocument]

  /// Creates the site of `files`, by their names. HTML files are pages, in which `{{tanada.js}}` becomes
  /// the address of that asset.
  init(files: [String: [UInt8]]) {
    let assets = files.compactMap { WebAsset(name: $0.key, bytes: $0.value) }
    self.assets = Dictionary(uniqueKeysWithValues: assets.map { ($0.name, $0) })
    assetsByHashedName = Dictionary(uniqueKeysWithValues: assets.map { ($0.hashedName, $0) })
    pages = files.filter { $0.key.hasSuffix(".html") }.mapValues { bytes in
      let source = String(decoding: bytes, as: UTF8.self)
      let html = assets.reduce(source) { $0.replacing("{{\($1.name)}}", with: $1.path) }
      return PublishedDocument(bytes: Array(html.utf8), codings: ContentCoding.allCases)
    }
  }

  /// The asset `name` of the sources.
  func asset(named name: String) -> WebAsset? { assets[name] }

  /// The asset whose address ends in `hashedName`; `nil` also for the address of former content.
  func asset(hashedName: String) -> WebAsset? { assetsByHashedName[hashedName] }

  /// The page `name` of the sources.
  func page(named name: String) -> PublishedDocument? { pages[name] }
}
