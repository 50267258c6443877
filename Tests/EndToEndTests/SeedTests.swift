import Foundation
import Testing
import TestSupport

/// `tanada seed`, as a user meets it.
@Suite(.serialized) struct SeedTests {
  @Test func aSecondSeedChangesNothing() async throws {
    let folder = try TemporaryFolder()
    let first = try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder, status: 0)
    #expect(first.messages.isEmpty)
    #expect(
      first.text == """
        kinds             1 inserted, 0 updated, 0 unchanged
        campaign_banners  6 inserted, 0 updated, 0 unchanged
        favorite_scenes   12 inserted, 0 updated, 0 unchanged
        featured_topics   8 inserted, 0 updated, 0 unchanged
        pickup_photos     20 inserted, 0 updated, 0 unchanged
        recent_news       12 inserted, 0 updated, 0 unchanged
        shops             9 inserted, 0 updated, 0 unchanged
        trend_articles    4 inserted, 0 updated, 0 unchanged
        feeds             1 inserted, 0 updated, 0 unchanged
        revision 1

        """)
    let second = try await Tanada.run(["seed", PackageFiles.seeds.path], in: folder)
    #expect(second.text.contains("pickup_photos     0 inserted, 0 updated, 20 unchanged"))
    #expect(second.text.hasSuffix("nothing changed\n"))
    guard TestScale.current.isAll else { return }
    let third = try await Tanada.run(["seed", PackageFiles.seeds.path, "--if-empty"], in: folder)
    #expect(third.text == "the database already has content, revision 1\n")
  }

  @Test(.onlyAll("SeederTests has the problems of files"))
  func everyProblemOfEveryFileIsALineAndNothingIsSeeded() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"result":[{"id":1,"photo_url":"/a.jpg","photo_width":0,"photo_height":"tall","title":null,
      "published_at":"2022-02-30T00:00:00.000+0000"}]}
      """, to: "bad/pickup_photos.json")
    try folder.write("{\"result\":[{\"id\":", to: "bad/recent_news.json")
    try folder.write(
      #"{"result":[{"id":1,"banner_contents_id":1,"banner_url":"https://example.com/1.jpg"}]}"#,
      to: "bad/campaign_banners.json")
    let outcome = try await Tanada.run(["seed", "bad"], in: folder, status: 1)
    #expect(outcome.text.isEmpty)
    let file = "error: bad/pickup_photos.json#/result/0"
    let expected = [
      "\(file)/photo_url: expected an absolute http or https URL, found \"/a.jpg\" (line 1)",
      "\(file)/photo_width: expected a whole number of at least 1, found 0 (line 1)",
      "\(file)/photo_height: expected a whole number of at least 1, found \"tall\" (line 1)",
      "\(file)/title: expected text, found null (line 1)",
      "\(file)/caption: expected text, found nothing (line 1)",
      "\(file)/published_at: expected a date with a time zone, like 2022-12-01T07:30:00.000+0000, "
        + "found \"2022-02-30T00:00:00.000+0000\" (line 1)",
      "error: bad/recent_news.json#/result/0: expected JSON, found the end of the file (line 1)",
    ]
    #expect(outcome.messages.split(separator: "\n").map(String.init) == expected)
    let list = try await Tanada.run(["serve", "--get", "/v1/content/campaign_banners"], in: folder)
    #expect(try JSONValue.parse(list.output)["result"].elements.isEmpty)
  }

  @Test(.onlyAll("PrintableTextTests has what is printed"))
  func textsOfFilesDoNotControlTheTerminal() async throws {
    let folder = try TemporaryFolder()
    try folder.write("[]", to: "in/\u{1B}[31mnotes\u{9B}2J.json")
    try folder.write(
      #"""
      {"result":[{"id":1,"banner_contents_id":1,"banner_url":"https://example.com/1.jpg",
      "\u001b]0;x\u0007":1,"\nerror: \u009b2J\u202e":2,"写真":3}]}
      """#, to: "in/campaign_banners.json")
    let seeded = try await Tanada.run(["seed", "in"], in: folder, status: 0)
    #expect(
      seeded.messages == #"""
        warning: in/\u{1B}[31mnotes\u{9B}2J.json: ignored, because its name is not a kind of content
        warning: in/campaign_banners.json: ignored 3 unknown fields: \u{A}error: \u{9B}2J\u{202E} (1), \u{1B}]0;x\u{7} (1), 写真 (1)

        """#)
    let imported = try await Tanada.run(
      ["import", "campaign_banners", "in/campaign_banners.json"], in: folder, status: 0)
    #expect(
      imported.messages == #"""
        warning: in/campaign_banners.json: ignored the unknown field \u{A}error: \u{9B}2J\u{202E} (1)
        warning: in/campaign_banners.json: ignored the unknown field \u{1B}]0;x\u{7} (1)
        warning: in/campaign_banners.json: ignored the unknown field 写真 (1)

        """#)
    try folder.write(
      #"{"kind":"shops","fields":[{"name":"a","type":"text","\u001b[31m\n":1}]}"#, to: "shops.json")
    let refused = try await Tanada.run(["kind", "apply", "shops.json"], in: folder, status: 1)
    #expect(refused.messages.hasPrefix(#"error: shops.json#/fields/0/\u{1B}[31m\u{A}: "#))
    #expect(refused.messages.split(separator: "\n").count == 1)
  }

  @Test(.onlyAll("SeederTests has the warnings"))
  func unknownFieldsAndFilesAreAWarning() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"result":[
      {"id":1,"banner_contents_id":1,"banner_url":"https://example.com/1.jpg","x":1,"y":2},
      {"id":2,"banner_contents_id":1,"banner_url":"https://example.com/1.jpg","x":1}]}
      """, to: "in/campaign_banners.json")
    try folder.write("[]", to: "in/notes.json")
    let outcome = try await Tanada.run(["seed", "in"], in: folder, status: 0)
    #expect(
      outcome.messages == """
        warning: in/notes.json: ignored, because its name is not a kind of content
        warning: in/campaign_banners.json: ignored 3 unknown fields: x (2), y (1)

        """)
  }

  @Test(
    .onlyAll("SeedSourcesTests has paths without content"),
    arguments: [
      ("nowhere", "nowhere: no such file or folder"),
      ("notes.json", "notes.json: the file name is not a kind of content; expected one of "),
      ("empty", "empty: has no content file; expected some of "),
    ])
  func aPathWithoutContentIsAnError(path: String, sentence: String) async throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "notes.json")
    try folder.write("", to: "empty/readme.txt")
    let outcome = try await Tanada.run(["seed", path], in: folder, status: 1)
    #expect(outcome.messages.hasPrefix("error: \(sentence)"))
    #expect(outcome.messages.split(separator: "\n").count == 1)
  }
}
