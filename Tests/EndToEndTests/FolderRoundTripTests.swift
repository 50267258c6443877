import Foundation
import TestSupport
import Testing

/// What is exported, seeded into a new database and exported again is the same to the byte.
@Suite(.serialized) struct FolderRoundTripTests: FolderSuite {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Exports the database, seeds the files into a new one, and exports that.
  ///
  /// - Returns: the files, and whether both exports and both dry runs of them agree.
  private func roundTrip() async throws -> [String: Data] {
    try await tanada("export", "--all", "out")
    #expect(try await tanada("seed", "out", "--dry-run").text.isEmpty)
    #expect(try await tanada("seed", "out").text.hasSuffix("nothing changed\n"))
    try await tanada("seed", "out", database: "copy.sqlite")
    #expect(try await tanada("seed", "out", "--dry-run", database: "copy.sqlite").text.isEmpty)
    try await tanada("export", "--all", "copy", database: "copy.sqlite")
    let files = try files("out")
    #expect(try self.files("copy") == files)
    return files
  }

  @Test func theScreenOfTheSeeds() async throws {
    try await tanada("seed", PackageFiles.seeds.path)
    let files = try await roundTrip()
    #expect(files.keys.contains("feeds/home.json"))
    #expect(try text("out/shops.json").contains(#""name@en":"#))
    #expect(try text("out/feeds/home.json").contains(#""platforms": ["ios"]"#))
    // The files of the seeds themselves say the same, in another form.
    let seeds = PackageFiles.seeds.path
    #expect(try await tanada("seed", seeds, "--dry-run", database: "copy.sqlite").text.isEmpty)
  }

  @Test(
    .onlyAll("theScreenOfTheSeeds takes the same round; ScreenSeedingTests has what files can say"))
  func everythingThatAFileCanSay() async throws {
    let picture = PackageFiles.file("Tests/FeedPhotosTests/Samples/synth-exp-04-10_2500.jpg").path
    var photos: [Substring] = []
    for database in ["tanada.sqlite", "copy.sqlite"] {
      let added = try await tanada("photo", "add", picture, "--quiet", database: database)
      photos += added.text.split(separator: " ").prefix(1)
    }
    let photo = try #require(photos.first)
    #expect(photos == [photo, photo])
    try folder.write(
      """
      {"kind":"stays","title":"Stays","fields":[
       {"name":"name","type":"text","localized":true},
       {"name":"note","type":"text","localized":true,"required":false},
       {"name":"page","type":"url","localized":true,"required":false},
       {"name":"photo","type":"photo","localized":true,"required":false},
       {"name":"tags","type":"list","of":"text","max_items":3,"localized":true,"default":[]},
       {"name":"price","type":"number","minimum":0},{"name":"open","type":"boolean","default":true},
       {"name":"since","type":"date","required":false},
       {"name":"style","type":"choice","choices":["inn","hut"],"required":false},
       {"name":"near","type":"reference","kind":"stays","required":false}],
       "roles":{"headline":"name","summary":"note","image":"photo"},
       "layout":{"type":"justified_rows","options":{"row_height":120}},"cell":"overlay"}
      """, to: "in/kinds/stays.json")
    try folder.write(
      """
      {"result":[
      {"id":1,"name":"宿 \\"一\\"","name@en":"One\\n\\u0007","name@ar":"نُزُل","note":"","note@en":"","price":0.1,
       "page":"https://example.com/1","page@en":"https://example.com/en/1","photo":"\(photo)",
       "photo@en":"\(photo)","tags":["温泉","山"],"tags@en":["spa"],"since":"2022-12-01T15:00:00.000+0900"},
      {"id":2,"name":"e\\u0301","price":1e21,"open":false,"style":"hut","near":1,"draft":true,
       "publish_at":"2040-01-01T00:00:00+09:00","unpublish_at":"2041-01-01T00:00:00Z"},
      {"id":9007199254740991,"name":"三","price":-0.0,"near":2,
       "when":{"platforms":["web","ios"],"app_version":">=3.2 <4","audiences":["members"],
        "share":{"from":0,"to":0.25,"salt":"spring"}}}]}
      """, to: "in/stays.json")
    try folder.write(
      """
      {"spacing":12,"sections":[
       {"id":"stays","kind":"stays","title":"宿","title@en":"Stays","limit":3,
        "header":{"height":44,"subtitle":"近く","subtitle@en":"Near",
         "action":{"title":"全部","title@en":"All","deep_link":"x://a","web_url":"https://example.com/"}},
        "action":{"deep_link":"x://stays/{id}","web_url":"https://example.com/{id}",
         "web_url@en":"https://example.com/en/{id}"},
        "source":{"query":{"filter":{"open":"true"},"sort":"-price"}},
        "when":{"audiences":["members"]},"window":{"publish_at":"2030-01-01T00:00:00+09:00"}},
       {"id":"first","kind":"stays","title":"一","source":{"pinned":[2,1]}},
       {"id":"hidden","kind":"recent_news","title":"隠","window":{"draft":true},
        "layout":{"type":"snap_carousel","options":{}}}]}
      """, to: "in/feeds/home.json")
    try await tanada("seed", "in")
    let files = try await roundTrip()
    let stays = String(decoding: try #require(files["stays.json"]), as: UTF8.self)
    for part in [
      #""photo@en":"\#(photo)""#, #""tags@en":["spa"]"#, #""note":"","note@en":"""#,
      #""when":{"platforms":["#, #""draft":true,"publish_at":"2039-12-31T15:00:00.000+0000""#,
    ] {
      #expect(stays.contains(part), "\(part)")
    }
    let home = String(decoding: try #require(files["feeds/home.json"]), as: UTF8.self)
    for part in ["title@en", "subtitle@en", "web_url@en", "when", "publish_at", "draft", "pinned"] {
      #expect(home.contains("\"\(part)\""), "\(part)")
    }
  }
}
