import FeedModel
import FeedPublisher
import Testing

struct ExportPlanTests {
  private let screen = Result { try ExportSamples.object("v1/s.json", .screen, "screen") }
  private let page = Result { try ExportSamples.object("v1/p.json", .page, "page") }

  private func plan(
    _ documents: [ExportedObject], pictures: [String] = [], after former: ExportManifest?,
    pictureVersion: Int = 2, later seconds: Int = 0
  ) throws -> ExportPlan {
    ExportPlan(
      documents: documents,
      pictures: Dictionary(
        uniqueKeysWithValues: try pictures.map { (try ExportSamples.name($0), "/\($0)") }),
      after: former, pictureVersion: pictureVersion,
      at: Timestamp(
        millisecondsSince1970: ExportSamples.moment.millisecondsSince1970 + seconds * 1_000),
      keeping: .seconds(60))
  }

  @Test func theFirstExportWritesEverythingInTheOrderOfLinks() throws {
    let plan = try plan([screen.get(), page.get()], pictures: ["v1/c.jpg"], after: nil)
    #expect(plan.written.map(\.name.text) == ["v1/p.json", "v1/s.json"])
    #expect(plan.newPictures.map(\.value) == ["/v1/c.jpg"])
    #expect(plan.staying.isEmpty && plan.removed.isEmpty && plan.unchangedCount == 0)
  }

  @Test func onlyWhatHasChangedIsWritten() throws {
    let picture = try ExportSamples.object("v1/c.jpg", .picture, "c")
    let former = try ExportSamples.manifest([screen.get(), page.get(), picture])
    let changed = try ExportSamples.object("v1/s.json", .screen, "another")
    let plan = try plan([changed, page.get()], pictures: ["v1/c.jpg"], after: former)
    #expect(plan.written.map(\.name.text) == ["v1/s.json"])
    #expect(plan.newPictures.isEmpty && plan.removed.isEmpty && plan.unchangedCount == 2)
    #expect(plan.touched.map(\.text) == ["v1/s.json"])
  }

  @Test func otherFieldsAreAChange() throws {
    let one = try screen.get()
    let other = ExportedObject(
      one.name, .screen, bytes: one.bytes, fields: [ExportedObject.Field("etag", "\"other\"")])
    let plan = try plan([other], after: ExportSamples.manifest([one]))
    #expect(plan.written.count == 1)
  }

  @Test func whatAnInterruptedExportMayHaveWrittenIsWrittenAgainOrRemoved() throws {
    var former = try ExportSamples.manifest([page.get()], pending: ["v1/s.json", "v1/x.json"])
    former.entries[try screen.get().name] = nil
    let plan = try plan([screen.get(), page.get()], after: former)
    #expect(plan.written.map(\.name.text) == ["v1/s.json"])
    #expect(plan.removed.map(\.text) == ["v1/x.json"])
  }

  @Test func picturesOfAnotherVersionAreMadeAgain() throws {
    let former = try ExportSamples.manifest([
      ExportSamples.object("v1/c.jpg", .picture, "c")
    ])
    #expect(
      try plan([], pictures: ["v1/c.jpg"], after: former, pictureVersion: 3).newPictures.count == 1)
  }

  @Test func whatNothingNamesAnyMoreGoesScreensAtOnceAndOthersLater() throws {
    var former = try ExportSamples.manifest([screen.get(), page.get()])
    let first = try plan([], after: former)
    #expect(first.removed.map(\.text) == ["v1/s.json"])
    #expect(first.staying.values.map(\.unnamedSince) == [ExportSamples.moment])
    #expect(first.unchangedCount == 0)
    former.entries = first.staying
    #expect(try plan([], after: former, later: 59).removed.isEmpty)
    #expect(try plan([], after: former, later: 60).removed.map(\.text) == ["v1/p.json"])
    // Named again, it stays.
    let again = try plan([page.get()], after: former, later: 60)
    #expect(again.staying.values.map(\.unnamedSince) == [nil] && again.unchangedCount == 1)
  }
}
