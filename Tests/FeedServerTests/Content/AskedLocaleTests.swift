import FeedStore
import FeedModel
import FeedPublisher
import Foundation
import TestSupport
import Testing

/// Whatever a reader asks for as a locale, there is an answer.
@Suite(.translated) struct AskedLocaleTests {
  private static let topic = "/v1/content/featured_topics/1"
  private static let paths = [
    "/v1/feeds/home?width=390", "/v1/feeds/home.jsonfeed?max_version=3",
    "/v1/feeds/home/sections/featured_topics?width=390&limit=2", "\(topic)?fields=id,title",
    "/v1/content/featured_topics?limit=2",
  ]

  fileprivate static func run(
    of locales: String = "ja,en,zh-Hans,zh-Hant", _ body: ServerTrait.Body
  ) async throws {
    let all = Locales(locales.split(separator: ",").compactMap { LocaleTag($0) })
    try await LiveServer.run(locales: all) { server in
      let editor = try await server.bearer(.editor)
      let titles = locales.split(separator: ",").dropFirst().map { #""title@\#($0)":"In \#($0)""# }
      try await server.send(
        "PATCH", topic, editor, json: "{\(titles.joined(separator: ","))}", is: 200)
      await server.untilServed(2)
      try await body(server)
    }
  }

  @Test(
    "A reader gets the nearest locale, in whatever way it is written",
    arguments: [
      ("zh-TW", "zh-Hant"), ("zh_HK", "zh-Hant"), ("zh-CN", "zh-Hans"),
      ("zh_TW_%23Hant", "zh-Hant"),
      ("en_US", "en"), ("en_GB.UTF-8", "en"), ("en-US-u-ca-gregory", "en"), ("fr,en;q=0.5", "en"),
      ("de,%20zh-Hant-MO;q=0.9,%20en;q=0.8", "zh-Hant"), ("en-US-!!!", "en"),
      ("za", "zh-Hans"), ("zh-Latn", "zh-Hans"), ("am", "en"), ("i-hak", "zh-Hans"),
    ])
  func nearest(asked: String, expected: String) async throws {
    for path in Self.paths {
      let plain = try await server.get("\(path)&locale=\(expected)")
      let answer = try await server.get("\(path)&locale=\(asked)")
      #expect(answer.status == 200 && answer.text.contains("In \(expected)"), "\(path)")
      // It is the same document, not one more.
      #expect(answer.body == plain.body && answer.header("ETag") == plain.header("ETag"), "\(path)")
    }
  }

  @Test(
    "What is no locale is the default one, which the document says",
    arguments: [
      "", "C", "POSIX", "C.UTF-8", "e", "%3F", "english", "x-private", "%E6%97%A5%E6%9C%AC", ",",
    ])
  func unreadable(asked: String) async throws {
    let detail =
      "locale: expected a language tag such as en or en-GB, or several separated by commas; "
      + "this is in the default locale"
    for path in Self.paths {
      let plain = try await server.get(path)
      let answer = try await server.get("\(path)&locale=\(asked)")
      #expect(
        answer.status == 200 && answer.header("Cache-Control") == plain.header("Cache-Control"))
      #expect(answer.header("ETag") != plain.header("ETag"), "\(path)")
      var object = try answer.object()
      if path.contains("jsonfeed") {
        #expect(object.removeValue(forKey: "user_comment") as? String == detail)
      } else {
        let notes = object.removeValue(forKey: "notes") as? [[String: String]]
        #expect(notes == [["code": "unreadable_locale", "detail": detail]], "\(path)")
      }
      #expect(NSDictionary(dictionary: object) == NSDictionary(dictionary: try plain.object()))
      // Also of a cache that asks again.
      try await server.get(
        "\(path)&locale=\(asked)", ["If-None-Match": answer.header("ETag") ?? ""], is: 304)
    }
    // Who asks for any locale has been understood.
    let any = try await server.get("\(Self.paths[0])&locale=*")
    #expect(any.body == (try await server.get(Self.paths[0])).body)
    // Previews and differences, too.
    let preview = try await server.send(
      "GET", "\(Self.paths[0])&drafts=true&locale=\(asked)", editor)
    #expect(preview.status == 200 && preview.text.contains(#""code":"unreadable_locale""#))
    let difference = try await server.send(
      "GET", "/v1/feeds/home/diff?from=1&to=2&locale=\(asked)", editor)
    #expect(difference.status == 200 && difference.text.contains(#""code":"unreadable_locale""#))
  }

  /// What is kept but the addresses that refer to it.
  private static func uses(of cache: DocumentCache) -> [String: SharedCache.Use] {
    cache.shared.uses.filter { $0.key != "answers" }
  }

  @Test func otherWaysToWriteALocaleFillNoCache() async throws {
    let cache = server.publisher.cache
    let others = ["en_US", "en-US", "en_GB.UTF-8", "en-x-a", "EN", "en,fr"]
    let unreadable = ["C", "POSIX", "?", "e", "english"]
    for path in Self.paths {
      for tag in ["en", "C"] { _ = try await server.get("\(path)&locale=\(tag)") }
      let (misses, kept) = (cache.missCount, Self.uses(of: cache))
      for asked in others + unreadable {
        try await server.get("\(path)&locale=\(asked.percentEncoded)", is: 200)
      }
      #expect(cache.missCount == misses && Self.uses(of: cache) == kept, "\(path)")
    }
  }

  @Test(arguments: [
    ("/v1/feeds/home/sections/featured_topics?width=390&limit=1", "en_US", "en"),
    ("/v1/content/featured_topics?limit=1", "en_US.UTF-8", "en"),
    ("/v1/feeds/home/sections/featured_topics?width=390&limit=1", "C", nil),
    ("/v1/content/featured_topics?limit=1", "C", nil),
  ])
  func pagesGoOnInTheLocaleThatTheyBeganIn(
    path: String, asked: String, locale: String?
  ) async throws {
    let page = try await server.get("\(path)&locale=\(asked)").object()
    let next = try #require(page["next"] as? String)
    #expect(next.contains("locale=") == (locale != nil))
    if let locale { #expect(next.contains("locale=\(locale)&")) }
    let following = try await server.get(next)
    #expect(following.status == 200 && !following.text.contains("unreadable_locale"))
    // A client that says its own locale again.
    let own =
      locale.map { next.replacing("locale=\($0)&", with: "locale=\(asked)&") }
      ?? "\(next)&locale=\(asked)"
    try await server.get(own, is: 200)
  }

  @Test(
    "Screens read from right to left by the script of their locale", .noServer,
    arguments: [
      ("yi", "rtl"), ("ps", "rtl"), ("ckb", "rtl"), ("dv", "rtl"), ("az-Arab", "rtl"),
      ("ar-Latn", "ltr"),
      ("az", "ltr"),
    ])
  func direction(locale: String, direction: String) async throws {
    try await Self.run(of: "ja,\(locale)") { server in
      let screen = try await server.get("\(Self.paths[0])&locale=\(locale)").object()
      #expect(screen["locale"] as? String == locale && screen["direction"] as? String == direction)
    }
  }
}

extension Trait where Self == ServerTrait {
  /// A server with a topic that has a title in each locale.
  fileprivate static var translated: Self { .server(by: { try await AskedLocaleTests.run($0) }) }
}
