import FeedModel
import FeedPublisher
import Testing

struct ExportManifestTests {
  @Test func aManifestIsReadAsItWasWritten() throws {
    var manifest = try ExportSamples.manifest(
      [
        ExportSamples.object("v1/a.json", .screen, "a"),
        ExportSamples.object("v1/b.json", .page, "b"),
        ExportSamples.object("v1/c.jpg", .picture, "c"),
      ], pending: ["v1/d.json"])
    manifest.entries[try ExportSamples.name("v1/b.json")]?.unnamedSince = ExportSamples.moment
    #expect(ExportManifest(json: manifest.json) == manifest)
  }

  @Test(arguments: [
    "", "{}", #"{"format":2}"#,
    #"{"format":1,"database":"a","revision":1,"revision_id":"","selection":"","picture_version":1,"#
      + #""objects":[],"pending":["../secrets"]}"#,
  ])
  func anotherFileIsNoManifest(text: String) {
    #expect(ExportManifest(json: Array(text.utf8)) == nil)
  }

  @Test func whatIsNotKnownIsPending() throws {
    let manifest = try ExportSamples.manifest(
      [ExportSamples.object("v1/a.json", .screen, "a")], pending: ["v1/d.json"])
    let unknown = manifest.withNothingKnown
    #expect(unknown.entries.isEmpty)
    #expect(unknown.pending.map(\.text).sorted() == ["v1/a.json", "v1/d.json"])
  }

  @Test func theNextRemovalIsThatOfWhatIsUnnamedForTheLongest() throws {
    var manifest = try ExportSamples.manifest([
      ExportSamples.object("v1/a.json", .page, "a"), ExportSamples.object("v1/b.json", .page, "b"),
      ExportSamples.object("v1/c.json", .page, "c"),
    ])
    #expect(manifest.nextRemoval(keeping: .seconds(60)) == nil)
    for (name, delay) in [("v1/a.json", 5_000), ("v1/b.json", 0)] {
      manifest.entries[try ExportSamples.name(name)]?.unnamedSince = Timestamp(
        millisecondsSince1970: ExportSamples.moment.millisecondsSince1970 + delay)
    }
    #expect(
      manifest.nextRemoval(keeping: .seconds(60))?.millisecondsSince1970
        == ExportSamples.moment.millisecondsSince1970 + 60_000)
  }
}
