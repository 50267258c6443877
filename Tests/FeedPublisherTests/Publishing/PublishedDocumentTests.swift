import FeedLayout
import FeedPublisher
import Foundation
import TestSupport
import Testing

struct PublishedDocumentTests {
  @Test("The same bytes have the same tag, and any other byte another")
  func entityTags() {
    let bytes = Array("{\"schema_version\":1}".utf8)
    let document = PublishedDocument(bytes: bytes)
    #expect(document.entityTag == PublishedDocument(bytes: bytes).entityTag)
    var tags: Set = [document.entityTag, PublishedDocument(bytes: []).entityTag]
    for index in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[index] ^= 1 << bit
        tags.insert(PublishedDocument(bytes: changed).entityTag)
      }
    }
    #expect(tags.count == bytes.count * 8 + 2)
  }

  @Test("A tag is a strong one: quoted, of 32 hexadecimal digits")
  func form() throws {
    // SHA-256 of nothing begins e3b0c44298fc1c14 9afbf4c8996fb924.
    #expect(
      PublishedDocument(bytes: []).entityTag == "\"e3b0c44298fc1c149afbf4c8996fb924\"")
  }
}

struct PackingTests {
  @Test("A screen is packed in all codings, each smaller and with a tag of its own")
  func codings() throws {
    let feed = try Feeds.samples()
    let screen = feed.screen(for: try Viewport(width: 390))
    #expect(screen.codings == [.gzip, .brotli])
    let packed = screen.codings.map { screen.representation(in: $0) }
    #expect(packed.map(\.coding) == screen.codings)
    #expect(packed.allSatisfy { $0.bytes.count * 4 < screen.bytes.count })
    let tags = Set(ContentCoding.allCases.map { screen.representation(in: $0).entityTag })
    #expect(tags.count == 3)
    #expect(screen.byteCount >= packed.map(\.bytes.count).reduce(screen.bytes.count, +))
  }

  @Test("What does not become smaller is served as it is", arguments: ["", "{}", "x"])
  func incompressible(text: String) {
    let document = PublishedDocument(
      bytes: Array(text.utf8), codings: ContentCoding.allCases)
    #expect(document.representation(in: .gzip).coding == .identity)
    #expect(document.representation(in: .gzip).bytes == Array(text.utf8))
  }

  @Test("The same bytes are packed into the same bytes, without a time in them")
  func deterministic() throws {
    let bytes = Array(repeating: UInt8(ascii: "a"), count: 10_000)
    let first = PublishedDocument(bytes: bytes, codings: [.gzip, .brotli])
    let second = PublishedDocument(bytes: bytes, codings: [.gzip, .brotli])
    for coding in first.codings {
      #expect(
        first.representation(in: coding).bytes == second.representation(in: coding).bytes)
    }
    // RFC 1952: the magic, deflate, no flags, no time.
    #expect(
      first.representation(in: .gzip).bytes.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
  }
}
