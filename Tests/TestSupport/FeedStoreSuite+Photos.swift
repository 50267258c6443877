import FeedEntities
package import FeedModel
import FeedStore
import StrictJSON

extension FeedStoreCheck {
  static let photos = [
    FeedStoreCheck("a photo is read back as it was added") { store in
      let photo = TestPhotos.photo(1)
      for expected in [Change.inserted, .unchanged] {
        let change = try await store.write(making: { try $0.add(photo) })
        try requireEqual(change, expected)
      }
      let read = try await store.read { try $0.photo(photo.id) }
      try requireEqual(read, photo)
      // Nothing that is published has changed.
      try requireEqual(try await store.latestRevision(), nil)
    },
    FeedStoreCheck("a description makes a revision that names the photo") { store in
      let photo = TestPhotos.photo(1)
      try await store.write { transaction in
        _ = try transaction.add(photo)
        var banner = try TestContent.banner(1)
        banner.bannerURL = "https://a.example\(PhotoAddress.path(of: photo.id))"
        _ = try transaction.upsert(banner)
      }
      let description = PhotoDescription(alt: "A bridge", focus: PhotoFocus(x: 0.25, y: 1))
      for revision in [2, nil] {
        let made = try await store.write { _ = try $0.describe(photo.id, as: description) }
        try requireEqual(made?.number, revision)
      }
      let (read, changes) = try await store.read { reader in
        (try reader.photo(photo.id), try reader.changes(after: 0, limit: 10))
      }
      try requireEqual(read?.description, description)
      try requireEqual(changes.map(\.photos), [[], [photo.id.description]])
    },
    FeedStoreCheck("photos are public and named while an item that is shown shows them") { store in
      // By their own address, by another one, in a field, and by nothing.
      let photos = (1...4).map { TestPhotos.photo($0).id }
      let kind = try TestPhotos.kind()
      let items = [
        [.null, .text(PhotoAddress.path(of: photos[0]))],
        [.null, .text("https://a.example/x")],
        [.text(photos[2].description), .text("https://a.example/y")],
      ].enumerated().map { ContentItem(kind: kind, id: $0 + 1, values: $1) }
      try await store.write { transaction in
        for number in 1...4 { _ = try transaction.add(TestPhotos.photo(number)) }
        try transaction.define(kind)
        _ = try transaction.setPhoto(photos[1], assignedTo: "https://a.example/x")
        _ = try transaction.setPhoto(photos[3], assignedTo: "https://a.example/z")
        for item in items { _ = try transaction.upsert(item) }
      }
      // The public sees all three, none of them, and the first one from a moment on.
      let draft = Window(isDraft: true)
      let windows: [Window?] = [nil, draft, Window(publishAt: SampleContent.committedAt)]
      for (index, window) in windows.enumerated() {
        try await store.write { transaction in
          for item in items {
            guard let window, item.id == 1 || window == draft else { continue }
            _ = try transaction.setWindow(window, of: kind, id: item.id)
          }
          for id in photos {
            _ = try transaction.describe(id, as: PhotoDescription(alt: "\(index)", focus: nil))
          }
        }
        let expected = [[0, 1, 2], [], [0]][index].map { photos[$0] }
        let early = SampleContent.committedAt.later(milliseconds: -1)
        let (named, isPublic, wasPublic) = try await store.read { reader in
          (
            try reader.changes(after: index + 1, limit: 1).flatMap(\.photos),
            try photos.filter { try reader.isShownPublicly($0, at: nil) },
            try photos.filter { try reader.isShownPublicly($0, at: early) }
          )
        }
        try requireEqual(named, expected.map(\.description).sorted())
        try requireEqual(isPublic, expected)
        try requireEqual(wasPublic, index == 0 ? expected : [])
      }
    },
    FeedStoreCheck("photos are listed from the newest and found by all words") { store in
      let photos = (1...5).map { TestPhotos.photo($0) }
      try await store.write { transaction in
        for photo in photos { _ = try transaction.add(photo) }
        _ = try transaction.setPhoto(photos[1].id, assignedTo: "https://example.com/Ramen.jpg")
      }
      let (first, rest, found, none) = try await store.read { reader in
        let first = try reader.photos(matching: [], before: nil, limit: 2)
        return (
          first, try reader.photos(matching: [], before: first.last?.number, limit: 10),
          try reader.photos(matching: ["canon", "ramen"], before: nil, limit: 10),
          try reader.photos(matching: ["canon", "sushi"], before: nil, limit: 10)
        )
      }
      try requireEqual((first + rest).map(\.photo), photos.reversed())
      try requireEqual(found.map(\.photo), [photos[1]])
      try requireEqual(none.count, 0)
    },
    FeedStoreCheck("an address is assigned to one photo at a time") { store in
      let (one, two) = (TestPhotos.photo(1), TestPhotos.photo(2))
      let address = "https://example.com/a.jpg"
      try await store.write { transaction in
        for photo in [one, two] { _ = try transaction.add(photo) }
        _ = try transaction.setPhoto(one.id, assignedTo: address)
        _ = try transaction.setPhoto(two.id, assignedTo: address)
      }
      let (photos, addresses) = try await store.read { reader in
        (
          try reader.photos(assignedTo: [address.exact, "https://example.com/b.jpg".exact]),
          try reader.addresses(of: two.id)
        )
      }
      try requireEqual(photos, [address.exact: two.id])
      try requireEqual(addresses, [address])
    },
    FeedStoreCheck("uses and unused photos are found by fields and addresses") { store in
      let photos = (1...4).map { TestPhotos.photo($0) }
      let kind = try TestPhotos.kind()
      try await store.write { transaction in
        for photo in photos { _ = try transaction.add(photo) }
        try transaction.define(kind)
        _ = try transaction.upsert(
          ContentItem(
            kind: kind, id: 7,
            values: [.text(photos[0].id.description), .text("https://a.example/x")]))
        _ = try transaction.upsert(
          ContentItem(
            kind: kind, id: 8, values: [.null, .text(PhotoAddress.path(of: photos[1].id))]))
        _ = try transaction.setPhoto(photos[2].id, assignedTo: "https://a.example/x")
      }
      let later = SampleContent.committedAt.later(milliseconds: 1)
      try await store.read { reader in
        try requireEqual(
          try photos.map { try reader.uses(of: $0.id, limit: 9).map(\.description) },
          [["pictures/7/photo"], ["pictures/8/address"], ["pictures/7/address"], []])
        try requireEqual(try reader.unusedPhotos(addedBefore: later), [photos[3].id])
        try requireEqual(try reader.unusedPhotos(addedBefore: SampleContent.committedAt), [])
      }
      let removed = try await store.write(making: { try $0.removePhoto(photos[3].id) })
      try requireEqual(removed, .deleted)
      try requireEqual(try await store.read { try $0.photo(photos[3].id) }, nil)
    },
    FeedStoreCheck("pictures without a photo are listed by their addresses") { store in
      var banners: [CampaignBanner] = []
      for (id, name) in zip(1..., ["c", "a", "b", "a"]) {
        var banner = try TestContent.banner(id)
        banner.bannerURL = "https://example.com/\(name).jpg"
        banners.append(banner)
      }
      try await store.upsert(banners)
      let photo = TestPhotos.photo(1)
      try await store.write { transaction in
        _ = try transaction.add(photo)
        _ = try transaction.setPhoto(photo.id, assignedTo: "https://example.com/b.jpg")
      }
      let (first, rest) = try await store.read { reader in
        (
          try reader.unknownPictures(of: .campaignBanners, after: nil, limit: 1),
          try reader.unknownPictures(
            of: .campaignBanners, after: "https://example.com/a.jpg", limit: 9)
        )
      }
      try requireEqual(first, ["https://example.com/a.jpg"])
      try requireEqual(rest, ["https://example.com/c.jpg"])
    },
  ]
}

/// Photos without files.
package enum TestPhotos {
  /// A photo that no other number has.
  package static func photo(_ number: Int) -> Photo {
    var camera = CameraData()
    camera.make = "Canon"
    camera.exposureTime = ExposureTime(numerator: 10, denominator: 2_500)
    camera.focalLength = 3.99
    return Photo(
      id: PhotoID(digest: (0..<16).map { UInt8(truncatingIfNeeded: number * 31 + $0) }),
      format: .heic, size: PictureSize(width: 4_000, height: 3_000), orientation: 1,
      byteCount: 12_345, camera: camera,
      placeholder: PhotoPlaceholder(
        blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj", thumbHash: "1QcSHQRnh493V4dIh4eXh1h4kJUI",
        color: "#c0a080"),
      addedAt: SampleContent.committedAt)
  }

  /// A kind whose items show a photo by its id and another one by its address.
  static func kind() throws -> ContentKind {
    ContentKind(
      name: "pictures", title: "Pictures",
      fields: [
        ContentField("photo", PhotoField(), isNullable: true), ContentField("address", URLField()),
      ], roles: ContentRoles([.image: "photo"]),
      layout: Composition.LayoutChoice(type: "shelf", options: [:]))
  }
}
