import FeedModel
import FeedStore

extension FeedStoreCheck {
  /// Fields that refer to photos and items, when definitions change.
  static let references = [
    FeedStoreCheck("a reference is renamed beside others, in items that have translations") {
      store in
      @Sendable func framed(_ photos: [String]) -> ContentKind {
        plainKind(
          "framed",
          [ContentField("title", TextField(), isLocalized: true)]
            + photos.map { ContentField($0, PhotoField(), isNullable: true) })
      }
      let (photo, english) = (TestPhotos.photo(1), try tag("en"))
      let (old, new) = (framed(["front", "back"]), framed(["front", "reverse"]))
      let values: [FieldValue] = [
        .text("題"), .text(photo.id.description), .text(photo.id.description),
      ]
      let item = ContentItem(kind: old, id: 1, values: values)
        .translated([("title", english, "Title")])
      try await store.write { transaction in
        _ = try transaction.add(photo)
        try transaction.define(old)
        _ = try transaction.upsert(item)
      }
      try await store.redefine(old, as: KindProposal(new, renamedFields: ["reverse": "back"]))
      let now = try await store.item(of: new, id: 1)
      try requireEqual(now?.values, values)
      try requireEqual(now?.translations.map(\.value), [.text("Title")])
      // The new name refers to the photo as the former one did.
      let uses = try await store.read { try $0.uses(of: photo.id, limit: 9) }
      try requireEqual(Set(uses.filter { $0.until == nil }.map(\.field)), ["front", "reverse"])
    },
    FeedStoreCheck("references to a kind without items outlive its changes") { store in
      @Sendable func rooms(_ fields: [String]) -> ContentKind {
        plainKind("rooms", fields.map { ContentField($0, TextField(), isNullable: true) })
      }
      @Sendable func signs(_ room: String) -> ContentKind {
        plainKind(
          "signs",
          [
            ContentField("title", TextField()),
            ContentField(room, ReferenceField("rooms"), isNullable: true),
          ])
      }
      let sign = ContentItem(kind: signs("room"), id: 1, values: [.text("題"), .null])
      try await store.write { transaction in
        for kind in [rooms(["title"]), sign.kind] { try transaction.define(kind) }
        _ = try transaction.upsert(sign)
      }
      try await store.redefine(rooms(["title"]), as: KindProposal(rooms(["title", "note"])))
      try await store.redefine(
        signs("room"), as: KindProposal(signs("hall"), renamedFields: ["hall": "room"]))
      let dangling = ContentItem(kind: signs("hall"), id: 2, values: [.text("題"), .integer(999)])
      do {
        try await store.upsert(items: [dangling])
        try require(false, "a reference to no item was written")
      } catch is StoreError {}
      try requireEqual(try await store.item(of: signs("hall"), id: 2), nil)
    },
  ]

  /// A kind without roles.
  static func plainKind(_ name: String, _ fields: [ContentField]) -> ContentKind {
    ContentKind(
      name: name, title: "Kind", fields: fields, roles: ContentRoles([:]),
      layout: Composition.LayoutChoice(type: "shelf", options: [:]))
  }
}
