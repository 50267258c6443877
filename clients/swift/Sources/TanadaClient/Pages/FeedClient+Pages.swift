/// What follows the items of a section.
public enum NextPage: Hashable, Sendable {
  /// The document with one more page of the section.
  case loaded(FeedDocument)
  /// The section has no further page.
  case end
  /// The content of the pages is no longer kept: load the screen again.
  case gone
}

extension FeedClient {
  /// The page at `address`, as the member `next` of a section or page has it.
  ///
  /// - Throws: ``FeedError``, or `CancellationError`.
  public func page(at address: String) async throws -> SectionPage {
    guard let url = addresses.resolved(address) else {
      throw FeedError.unreachable(reason: "\(address) is no address")
    }
    let answer = try await get(url)
    do throws(FeedDocumentError) {
      return try SectionPage(data: answer.body)
    } catch {
      throw FeedError.unreadable(error)
    }
  }

  /// Loads the next page of the section `id` of `document`.
  ///
  /// - Throws: ``FeedError``, or `CancellationError`.
  public func nextPage(of id: String, in document: FeedDocument) async throws -> NextPage {
    guard let next = document.section(id)?.next else { return .end }
    do {
      return try await document.appending(page(at: next)).map(NextPage.loaded) ?? .gone
    } catch FeedError.problem(let problem) where problem.status == 410 {
      return .gone
    }
  }
}
