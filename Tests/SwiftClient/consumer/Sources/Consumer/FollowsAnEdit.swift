import Foundation
import TanadaClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An edit is in a document that the client gets by itself.
struct FollowsAnEdit {
  let base: URL
  let token: String

  func check() async throws {
    let client = FeedClient(base: base)
    // 1. A document, and two edits, each as soon as the one before is shown. The first may be seen because the stream
    //    opens after it; it is open then, so the second is seen because of its event.
    var edits: [String] = []
    var revision = -1
    for await update in client.updates(of: "home", query) {
      guard case .document(let loaded) = update else {
        throw Failure(description: "expected a document, found \(update)")
      }
      if let last = edits.last, Self.title(in: loaded.document) != last { continue }
      try require(loaded.document.revision > revision, "a later revision than \(revision)")
      revision = loaded.document.revision
      if edits.count == 2 {
        print("✔ follows edits: revision \(revision)")
        return
      }
      let title = "Edited \(UUID().uuidString)"
      edits.append(title)
      try await edit(title)
    }
    throw Failure(description: "the updates ended")
  }

  private static func title(in document: FeedDocument) -> String? {
    document.section("recent_news")?.items.first??["title"]?.string
  }

  private func edit(_ title: String) async throws {
    var request = URLRequest(url: base.appendingPathComponent("v1/content/recent_news/1"))
    request.httpMethod = "PATCH"
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.setValue("application/merge-patch+json", forHTTPHeaderField: "Content-Type")
    request.httpBody = JSONValue.object(["title": .string(title)]).data
    let (_, response) = try await URLSession.shared.data(for: request)
    try require((response as? HTTPURLResponse)?.statusCode == 200, "the edit is done")
  }
}
