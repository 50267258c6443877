package import FeedStore

extension FeedPublisher {
  /// A list as it was read from the store.
  package struct List {
    package let document: PublishedDocument
    /// The revision that it is of; `nil` before the first write.
    package let revision: Revision?

    package init(_ document: PublishedDocument, of revision: Revision?) {
      self.document = document
      self.revision = revision
    }
  }

  /// The public list of `kind` at `address`, made by `make` unless it is known since nothing was written to the kind.
  ///
  /// It includes all writes of this process, and those of other processes as soon as they are in service.
  package func list(
    of kind: String, at address: String, reading make: () async throws -> List
  ) async rethrows -> PublishedDocument {
    // A revision from the future shows more as time goes by.
    guard !hasUnservedWrites, !isFromFuture, !isOverdue,
      address.utf8.count <= Self.maximumListAddressSize,
      let publication = current,
      let revision = publication.walked.outlook.lastTouches?.revision(of: kind)
    else { return try await make().document }
    let request = DocumentCache.Request.list(address: address, revisionID: revision.id)
    if let known = cache.knownDocument(for: request, in: lists) { return known }
    let list = try await make()
    // A list of a newer revision than the publication is not cached.
    if list.revision == publication.committed {
      cache.keep(list.document, for: request, in: lists)
    }
    return list.document
  }

  /// Lists with longer addresses are not kept, in bytes.
  private static var maximumListAddressSize: Int { 512 }
}
