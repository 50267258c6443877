import FeedServer

/// A document that no buffer between server and client holds.
extension LiveServer {
  static let largeArticle = "/v1/content/trend_articles/1"
  /// More bytes than this are in ``largeArticle``, and in the export of its kind.
  static let largeSize = 8 << 20

  /// Makes the document. What is in service stays as it is.
  func enlargeArticle() async throws {
    try await store.spoil(
      """
      UPDATE trend_articles
      SET thumbnail_url = 'https://example.com/' || hex(zeroblob(\(Self.largeSize / 2)))
      WHERE id = 1
      """)
  }

  /// The server's metrics, without asking it over a connection.
  func exposition() throws -> Exposition { try Exposition(metrics.registry.text) }
}
