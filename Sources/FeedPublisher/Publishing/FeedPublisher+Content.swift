package import FeedStore

extension FeedPublisher {
  /// A list or an item as it was read from the store.
  package struct Content {
    package let document: PublishedDocument
    /// The revision that it is of; `nil` before the first write.
    package let revision: Revision?

    package init(_ document: PublishedDocument, of revision: Revision?) {
      self.document = document
      self.revision = revision
    }
  }

  /// The public list or item of `kind` at `address`, made by `make` unless it is known since nothing was written to the
  /// kind.
  ///
  /// It includes all writes of this process, and those of other processes as soon as they are in service.
  package func content(
    of kind: String, at address: String, reading make: () async throws -> Content
  ) async rethrows -> PublishedDocument {
    guard let publication = current, let request = request(for: kind, at: address) else {
      return try await make().document
    }
    if let known = cache.knownDocument(for: request, in: lists) { return known }
    let content = try await make()
    // Content of a newer revision than the publication is not cached.
    if content.revision == publication.committed {
      cache.keep(content.document, for: request, in: lists)
    }
    return content.document
  }

  /// The public list or item of `kind` at `address`, if it is in memory and nothing was written to the kind since.
  package func knownContent(of kind: String, at address: String) -> PublishedDocument? {
    request(for: kind, at: address).flatMap { cache.knownDocument(for: $0, in: lists) }
  }

  /// The generation of the publication in service, if content can be taken from memory by it.
  package var contentGeneration: Int? {
    // A revision from the future shows more as time goes by.
    hasUnservedWrites || isOverdue || isFromFuture ? nil : currentGeneration
  }

  private func request(for kind: String, at address: String) -> DocumentCache.Request? {
    guard contentGeneration != nil, address.utf8.count <= Self.maximumAddressSize else {
      return nil
    }
    return current?.walked.outlook.lastTouches?.revision(of: kind).map {
      .content(address: address, revisionID: $0.id)
    }
  }

  /// Content with longer addresses is not kept, in bytes.
  private static var maximumAddressSize: Int { 512 }
}
