import FeedModel
import FeedPublisher
import FeedServer
import FeedStore
import Foundation
import TestSupport
import Testing

/// Translations in the history: what was written, who wrote it, what changed, and how it is put back.
@Suite struct TranslationHistoryTests {
  private static let topic = "/v1/content/featured_topics/1"
  private static let shop = "/v1/content/shops/1"

  private static func definition(
    _ name: String = "name", isLocalized: Bool = true, renaming former: String? = nil
  ) -> String {
    let renaming = former.map { #","renamed_from":"\#($0)""# } ?? ""
    return """
      {"kind":"shops","title":"Shops","fields":[
        {"name":"\(name)","type":"text","localized":\(isLocalized)\(renaming)},
        {"name":"note","type":"text","localized":true}]}
      """
  }

  @Test(.server) func anItemIsPutBackWithItsTranslations() async throws {
    let editor = try await server.bearer(.editor)
    for body in [
      #"{"title@en":"Set meal","caption@fr":"Soupe"}"#,
      #"{"title@en":"Other","caption@fr":null,"title@de":"Menü"}"#,
    ] { try await server.send("PATCH", Self.topic, editor, json: body, is: 200) }
    let outcome = try await server.restored("content/featured_topics/1", to: 2)
    #expect(outcome["before"]["title@de"].text == "Menü")
    #expect(outcome["after"]["caption@fr"].text == "Soupe")
    let item = try await server.get(Self.topic + "?locale=*").item()
    #expect(item["title@en"] as? String == "Set meal")
    #expect(item["caption@fr"] as? String == "Soupe" && item["title@de"] == nil)
    // 1. Each version, with who wrote it.
    let history = try JSONValue.parse(
      try await server.send("GET", Self.topic + "/history", editor).body)
    #expect(
      history["result"].elements.map { $0["fields"]["title@en"].text }
        == ["Set meal", "Other", "Set meal", nil])
    // 2. The audit has both sides.
    let entries = try await server.json("/v1/audit", try await server.bearer(.admin))
    let entry = try #require(
      entries["result"].elements.first { $0["after"]["title@de"].text == "Menü" })
    #expect(entry["before"]["caption@fr"].text == "Soupe")
    #expect(entry["after"]["caption@fr"] == .null || entry["after"]["caption@fr"].text == nil)
  }

  @Test(.server) func aCompositionIsPutBackWithItsTranslations() async throws {
    for titles in [#""title":"題","title@en":"News""#, #""title":"題""#] {
      let answer = try await server.send(
        "PUT", "/v1/feeds/home/composition", admin,
        json: #"{"sections":[{"id":"n","kind":"recent_news",\#(titles)}]}"#)
      #expect(answer.status == 200 || answer.status == 201)
    }
    _ = try await server.restored("feeds/home/composition", to: 2)
    let composition = try await server.json("/v1/feeds/home/composition", admin)
    #expect(composition["sections"].elements.map { $0["title@en"].text } == ["News"])
  }

  @Test func itemsAreInTheLocaleOfADifference() async throws {
    let locales = Locales("ja", "en", "fr")
    try await LiveServer.run(locales: locales) { server in
      let editor = try await server.bearer(.editor)
      for body in [#"{"title@en":"Set meal"}"#, #"{"caption@fr":"Soupe"}"#] {
        try await server.send("PATCH", Self.topic, editor, json: body)
      }
      try await server.publisher.publish()
      for (from, to, locale, fields) in [
        (1, 3, "en", ["title"]), (1, 3, "fr", ["caption"]), (1, 3, "ja", []), (2, 3, "en", []),
        (1, 2, "fr", []),
      ] {
        let difference = try JSONValue.parse(
          try await server.send(
            "GET", "/v1/feeds/home/diff?from=\(from)&to=\(to)&locale=\(locale)", editor
          ).body)
        let found = difference["sections"].elements.flatMap { $0["items"].elements }
          .flatMap { $0["fields"].elements.compactMap(\.text) }
        #expect(found == fields, "\(locale) \(from) \(to)")
      }
    }
  }

  @Test func translationsFollowAFieldThatWasRenamedSince() async throws {
    try await Self.withShop { server, admin in
      try await Self.define(Self.definition("label", renaming: "name"), server, admin)
      try await server.send(
        "PUT", Self.shop, admin, json: #"{"label":"新","label@en":"New","note":"x"}"#, is: 200)
      _ = try await server.restored("content/shops/1", to: Self.written)
      let item = try await server.get(Self.shop + "?locale=*", admin).item()
      #expect(item["label"] as? String == "店" && item["label@en"] as? String == "Shop")
      #expect(item["note@en"] as? String == "Note")
    }
  }

  /// What a field lost with `localized` is there again, and what it gained with it is not taken away.
  @Test(arguments: [true, false])
  func translationsThatAFieldCouldNotHaveThenAreKept(isLocalizedThen: Bool) async throws {
    try await Self.withShop(isLocalized: isLocalizedThen) { server, admin in
      try await Self.define(Self.definition(isLocalized: !isLocalizedThen), server, admin)
      let now = isLocalizedThen ? "" : #","name@en":"New","name@fr":"Nouveau""#
      try await server.send(
        "PUT", Self.shop, admin, json: #"{"name":"新","note":"x","note@fr":"y"\#(now)}"#, is: 200)
      _ = try await server.restored("content/shops/1", to: Self.written)
      try await Self.define(Self.definition(), server, admin)
      let item = try await server.get(Self.shop + "?locale=*", admin).item()
      #expect(item["name"] as? String == "店")
      #expect(item["name@en"] as? String == (isLocalizedThen ? "Shop" : "New"))
      #expect(item["name@fr"] as? String == (isLocalizedThen ? nil : "Nouveau"))
      #expect(item["note@en"] as? String == "Note" && item["note@fr"] == nil)
    }
  }

  /// The revision in which the shop is written.
  private static let written = 3

  private static func withShop(
    isLocalized: Bool = true, _ body: (LiveServer, [String: String]) async throws -> Void
  ) async throws {
    try await LiveServer.run { server in
      let admin = try await server.bearer(.admin)
      try await define(definition(isLocalized: isLocalized), server, admin)
      let translation = isLocalized ? #","name@en":"Shop""# : ""
      let answer = try await server.send(
        "PUT", shop, admin, json: #"{"name":"店","note":"注","note@en":"Note"\#(translation)}"#,
        is: 201)
      #expect(answer.header("X-Tanada-Revision") == "\(written)")
      try await body(server, admin)
    }
  }

  private static func define(
    _ json: String, _ server: LiveServer, _ admin: [String: String]
  ) async throws {
    let answer = try await server.send("PUT", "/v1/kinds/shops", admin, json: json)
    #expect([200, 201].contains(answer.status), "\(answer.text)")
  }
}

extension LiveServer {
  /// Puts `subject` back as it was at `revision`, and returns the only change.
  fileprivate func restored(_ subject: String, to revision: Int) async throws -> JSONValue {
    let answer = try await send(
      "POST", "/v1/restore", try await bearer(.admin),
      json: #"{"revision":\#(revision),"subjects":["\#(subject)"]}"#)
    #expect(answer.status == 200, "\(answer.text)")
    return try #require(try answer.json()["changes"].elements.first)
  }
}
