import FeedEntities
import FeedEditing
import FeedModel
import FeedStore
import StrictJSON
import TestSupport
import Testing

/// The rows of photos, and what the audit says of them.
@Suite struct PhotoEditingTests {
  private let folder: TemporaryFolder
  private let store: any FeedStore
  private let photo = TestPhotos.photo(1)
  private let actor = AuditActor(recorded: "token:3 Anna")

  init() throws {
    folder = try TemporaryFolder()
    store = try TestStore.open(folder.path("test.sqlite"))
  }

  private func write<Value: Sendable>(
    _ body: @escaping @Sendable (any ContentTransaction) throws -> Value
  ) async throws -> Value {
    try await store.write(at: SampleContent.committedAt, making: body)
  }

  /// The entries about photos, the oldest first.
  private func entries() async throws -> [String] {
    try await store.read { reader in
      try reader.auditEntries(about: "photos", before: nil, limit: 10).reversed().map { entry in
        "\(entry.actor) \(entry.action) \(entry.subject) in \(entry.revision ?? 0): "
          + "\(AuditJSON.text(entry.before) ?? "nothing") to \(AuditJSON.text(entry.after) ?? "nothing")"
      }
    }
  }

  @Test func aPhotoIsAddedDescribedAndRemoved() async throws {
    let (photo, actor) = (photo, actor)
    for isNew in [true, false] {
      #expect(try await write { try $0.addPhoto(photo, assignedTo: nil, by: actor) } == isNew)
    }
    let description = PhotoDescription(alt: "A \"bridge\"", focus: PhotoFocus(x: 0.25, y: 1))
    for _ in 0..<2 {
      let described = try await write {
        try $0.describePhoto(photo.id, by: actor) { before in
          #expect(before.id == photo.id)
          return description
        }
      }
      #expect(described?.description == description)
    }
    for isThere in [true, false] {
      #expect(try await write { try $0.removePhoto(photo.id, by: actor) } == isThere)
    }
    let plain = #"{"alt":null,"focus":null,"format":"heic","height":3000,"width":4000}"#
    let told =
      #"{"alt":"A \"bridge\"","focus":{"x":0.25,"y":1},"format":"heic","height":3000,"width":4000}"#
    #expect(
      try await entries() == [
        "token:3 Anna create photos/\(photo.id) in 0: nothing to \(plain)",
        "token:3 Anna update photos/\(photo.id) in 1: \(plain) to \(told)",
        "token:3 Anna delete photos/\(photo.id) in 0: \(told) to nothing",
      ])
    #expect(try await store.read { try $0.photo(photo.id) } == nil)
  }

  @Test func anAddressIsAssignedWithItsPhoto() async throws {
    let (photo, other, actor) = (photo, TestPhotos.photo(2), actor)
    let address = "https://example.com/a.jpg"
    for photo in [photo, photo, other] {
      _ = try await write { try $0.addPhoto(photo, assignedTo: address, by: actor) }
    }
    func text(_ photo: Photo) -> String { #"{"address":"\#(address)","photo":"\#(photo.id)"}"# }
    #expect(
      try await entries().filter { $0.contains(" update ") } == [
        "token:3 Anna update photos/\(photo.id) in 1: nothing to \(text(photo))",
        "token:3 Anna update photos/\(other.id) in 2: \(text(photo)) to \(text(other))",
      ])
    #expect(
      try await store.read { try $0.photos(assignedTo: [address.exact]) } == [
        address.exact: other.id
      ])
  }

  @Test func aPhotoThatContentShowsStays() async throws {
    let (photo, actor) = (photo, actor)
    _ = try await write { transaction in
      _ = try transaction.addPhoto(photo, assignedTo: nil, by: actor)
      var banner = try TestContent.banner(7)
      banner.bannerURL = "https://a.example\(PhotoAddress.path(of: photo.id))"
      return try transaction.save(banner, by: actor)
    }
    let error = await #expect(throws: PhotoInUse.self) {
      try await write { try $0.removePhoto(photo.id, by: actor) }
    }
    #expect(
      error?.description
        == "the photo \(photo.id) is shown by campaign_banners/7/banner_url")
    #expect(try await entries().count == 1)
    #expect(try await store.read { try $0.photo(photo.id) } == photo)
  }

  @Test func aPhotoThatIsNotThereIsNotDescribed() async throws {
    let (photo, actor) = (photo, actor)
    let described = try await write { transaction in
      try transaction.describePhoto(photo.id, by: actor) { _ in PhotoDescription(alt: "A bridge") }
    }
    #expect(described == nil)
    #expect(try await entries() == [])
  }

  @Test func aDescriptionThatIsRefusedChangesNothing() async throws {
    struct Refused: Error {}
    let (photo, actor) = (photo, actor)
    _ = try await write { try $0.addPhoto(photo, assignedTo: nil, by: actor) }
    await #expect(throws: Refused.self) {
      try await write { try $0.describePhoto(photo.id, by: actor) { _ in throw Refused() } }
    }
    #expect(try await entries().count == 1)
  }
}
