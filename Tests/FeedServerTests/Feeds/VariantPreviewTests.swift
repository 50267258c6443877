import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// The screens of clients, as viewers preview and compare them.
struct VariantPreviewTests {
  @Test func viewersPreviewAClient() async throws {
    try await VariantServer.run { server in
      let viewer = try await server.bearer(.viewer)
      let later = server.clock.now.later(minutes: 5).rfc3339
      let path = "/v1/feeds/home"
      for (query, expected) in [
        ("platform=ios", ["photos", "secret"]), ("share=0.1", ["photos", "spring"]),
        ("platform=ios&share=0.1", ["photos", "secret", "spring"]), ("share=0.2", ["photos"]),
        ("app_version=3.5&at=\(later)", ["newest", "photos"]),
        ("app_version=3.5&revision=2", ["newest", "photos"]),
        ("drafts=true", ["newest", "photos", "secret", "spring"]),
        ("drafts=true&platform=ios", ["photos", "secret"]), ("at=\(later)", ["photos"]),
      ] {
        let answer = try await server.client.get("\(path)?\(query)", headers: viewer)
        #expect(try VariantServer.sections(answer).keys.sorted() == expected, "\(query)")
        #expect(answer.header("Cache-Control") == "no-store")
        #expect(try await server.client.get("\(path)?\(query)").status == 401, "\(query)")
      }
      // A moment of the past shows the content of then.
      let then = server.clock.now.rfc3339
      server.clock.set(server.clock.now.later(minutes: 1))
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.delete(.pickupPhotos, id: 1)
      }
      try await server.publisher.publish()
      for (query, expected) in [
        ("at=\(then)&audience=members", [1, 2, 3]), ("audience=members", [2, 3, 4]),
      ] {
        let answer = try await server.client.get("\(path)?\(query)", headers: viewer)
        #expect(try VariantServer.sections(answer)["photos"] == expected, "\(query)")
      }
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.upsert(TestContent.photo(1))
      }
      try await server.publisher.publish()
      let members = try await server.client.get("\(path)?audience=members", headers: viewer)
      #expect(try VariantServer.sections(members)["photos"] == [1, 2, 3])
      for share in ["2", "-0.1", "x"] {
        let answer = try await server.client.get("\(path)?share=\(share)", headers: viewer)
        #expect(answer.status == 400)
      }
    }
  }

  @Test func differencesAreThoseOfAClient() async throws {
    try await VariantServer.run { server in
      let viewer = try await server.bearer(.viewer)
      let before = try #require(server.publisher.current?.revision)
      _ = try await server.store.write(at: server.clock.now) {
        _ = try $0.setComposition(
          VariantServer.composition.replacing("Secret", with: "Another"), of: "home")
      }
      try await server.publisher.publish()
      for (client, isChanged) in [("", false), ("&platform=ios", true), ("&share=0.1", false)] {
        let path = "/v1/feeds/home/diff?from=\(before)\(client)"
        let answer = try await server.client.get(path, headers: viewer)
        #expect(answer.status == 200, "\(answer.text)")
        #expect(answer.text.contains("secret") == isChanged, "\(client): \(answer.text)")
        #expect(try await server.client.get(path).status == 401)
      }
    }
  }
}
