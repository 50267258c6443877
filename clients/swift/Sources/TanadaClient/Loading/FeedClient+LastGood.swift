import Foundation

/// A document with the tag to ask for changes with.
struct KeptAnswer: Sendable {
  let address: String
  let document: FeedDocument
  let tag: String?
}

extension FeedClient {
  /// The last good document of a screen. Where there is none of the same address, the best one of the same feed and
  /// reader: in the same language if there is one, and of the nearest width. Where there is none either, the bundled one.
  ///
  /// A document for other audiences or another key is never used.
  public func lastGood(_ feed: String = "home", _ query: FeedQuery) async -> LoadedFeed? {
    let variant = variants[VariantKey(feed: feed, facts: query.facts)]
    let exact = addresses.feed(feed, query, variant: variant?.name).absoluteString
    let others = await kept(near: DocumentLabel(feed, query), besides: exact)
    for address in [exact] + others {
      if let kept = await lastGood(at: address) {
        return LoadedFeed(document: kept.document, source: .store, variantExpiresAt: nil)
      }
    }
    guard let file = configuration.bundled[feed], let data = try? Data(contentsOf: file),
      let document = try? FeedDocument(data: data)
    else { return nil }
    return LoadedFeed(document: document, source: .bundle, variantExpiresAt: nil)
  }

  /// The addresses of kept documents of this server that may be shown for `wanted`, the best one first.
  private func kept(near wanted: DocumentLabel, besides exact: String) async -> [String] {
    let path = exact.prefix { $0 != "?" }
    let labels = await configuration.store?.labels() ?? []
    let found = labels.enumerated().compactMap { age, kept in
      kept.address.prefix { $0 != "?" } == path
        ? kept.label?.distance(from: wanted).map { ($0, age, kept.address) } : nil
    }
    return found.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// The kept document of `address`; `nil` if there is none that can be read.
  func lastGood(at address: String) async -> KeptAnswer? {
    guard let store = configuration.store else {
      return answers.values.first { $0.address == address }
    }
    guard let entry = await store.document(at: address),
      let document = try? FeedDocument(data: entry.data)
    else { return nil }
    return KeptAnswer(address: address, document: document, tag: entry.tag)
  }

  /// Keeps an answer as the last good one: in the store, or else in memory for as long as the client lives.
  func keep(
    _ answer: Answer, _ document: FeedDocument, at address: String, label: DocumentLabel
  ) async {
    guard let store = configuration.store else {
      answers[label.feed] = KeptAnswer(address: address, document: document, tag: answer.tag)
      return
    }
    await store.keep(answer.body, tag: answer.tag, at: address, label: label)
  }
}
