import FeedModel
import FeedStore
import StrictJSON

/// The same letters in other characters, which Swift takes for the same text.
private let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")

extension FeedStoreCheck {
  static let spellings = [
    FeedStoreCheck("a text that is only spelt in another way is a change") { store in
      let photo = TestPhotos.photo(1)
      @Sendable func kind(_ title: String) -> ContentKind {
        ContentKind(
          name: "shops", title: title,
          fields: [ContentField("name", TextField(), defaultValue: .text(title))],
          layout: Composition.LayoutChoice(type: "shelf"))
      }
      @Sendable func composition(_ title: String) -> String {
        #"{"sections":[],"title":"\#(title)"}"#
      }
      try await store.write { transaction in
        _ = try transaction.add(photo)
        try transaction.define(kind(composed))
        _ = try transaction.describe(photo.id, as: PhotoDescription(alt: composed))
        _ = try transaction.setComposition(composition(composed), of: "town")
        _ = try transaction.upsert(
          ContentItem(kind: kind(composed), id: 1, values: [.text(composed)]))
      }
      let rehearsed = try await store.rehearse { rehearsal in
        [
          try rehearsal.setComposition(composition(decomposed), of: "town"),
          try rehearsal.setComposition(composition(decomposed), of: "town"),
          try rehearsal.upsert(
            ContentItem(kind: kind(composed), id: 1, values: [.text(decomposed)])),
        ]
      }
      try requireEqual(rehearsed, [.updated, .unchanged, .updated])
      let changes = try await store.write(making: { transaction in
        let change = try KindChange(from: kind(composed), to: KindProposal(kind(decomposed)))
        try require(!change.isEmpty, "the kind is the same")
        try requireEqual(change.steps, [.widen(kind(decomposed).fields[0])])
        let item = ContentItem(kind: kind(composed), id: 1, values: [.text(decomposed)])
        let changes = [
          try transaction.describe(photo.id, as: PhotoDescription(alt: decomposed)),
          try transaction.describe(photo.id, as: PhotoDescription(alt: decomposed)),
          try transaction.setComposition(composition(decomposed), of: "town"),
          try transaction.setComposition(composition(decomposed), of: "town"),
          try transaction.upsert(item),
        ]
        try transaction.define(change)
        return changes
      })
      try requireEqual(changes, [.updated, .unchanged, .updated, .unchanged, .updated])
      try await store.read { reader in
        try requireEqual(try reader.photo(photo.id)?.description.alt?.exact, decomposed.exact)
        try requireEqual(
          try reader.compositionDocument(of: "town")?.exact, composition(decomposed).exact)
        let defined = try reader.kinds()["shops"]
        try requireEqual(defined?.title.exact, decomposed.exact)
        try requireEqual(defined?.fields.first?.defaultValue, .text(decomposed))
        // The former revision has the former ones.
        let past = try reader.content(at: 1)
        try requireEqual(try past.photo(photo.id)?.description.alt?.exact, composed.exact)
        try requireEqual(try past.kinds()["shops"]?.title.exact, composed.exact)
      }
    },

    FeedStoreCheck("addresses that are spelt in two ways have a photo each") { store in
      let photos = (1...2).map { TestPhotos.photo($0).id }
      let addresses = [composed, decomposed].map { "https://example.com/\($0).png" }
      let kind = try TestPhotos.kind()
      try await store.write { transaction in
        try transaction.define(kind)
        for (index, address) in addresses.enumerated() {
          _ = try transaction.add(TestPhotos.photo(index + 1))
          _ = try transaction.setPhoto(photos[index], assignedTo: address)
          let values: [FieldValue] = [.null, .text(address)]
          _ = try transaction.upsert(ContentItem(kind: kind, id: index + 1, values: values))
        }
        let release = try transaction.addRelease(
          name: "a", note: "", publishAt: nil, actor: .commandLine)
        var prepared = release
        prepared.operations = #"[{"body":{"address":"\#(addresses[1])"}}]"#
        try transaction.update(prepared)
      }
      // A photo that is assigned again is assigned already, and nothing else is.
      let again = try await store.write(making: { transaction in
        try zip(photos, addresses).map { try transaction.setPhoto($0, assignedTo: $1) }
      })
      try requireEqual(again, [.unchanged, .unchanged])
      let expected = Dictionary(uniqueKeysWithValues: zip(addresses.map(\.exact), photos))
      try await store.read { reader in
        let asked = Set(addresses.map(\.exact))
        try requireEqual(try reader.photos(assignedTo: asked), expected)
        try requireEqual(try reader.content(at: 1).photos(assignedTo: asked), expected)
        try requireEqual(
          try photos.map { try reader.uses(of: $0, limit: 9).map(\.description) },
          [
            ["pictures/1/address"],
            ["pictures/2/address", "releases/1/operations[0].body.address"],
          ])
      }
    },

    FeedStoreCheck("a choice in another spelling is another choice") { store in
      @Sendable func kind(_ choice: String) -> ContentKind {
        ContentKind(
          name: "shops", title: "Shops", fields: [ContentField("style", ChoiceField([choice]))],
          layout: Composition.LayoutChoice(type: "shelf"))
      }
      let change = try KindChange(from: kind(composed), to: KindProposal(kind(decomposed)))
      let item = ContentItem(kind: kind(composed), id: 1, values: [.text(composed)])
      try require(change.concernsItems, "no item is looked at")
      try requireEqual(change.conflicts(of: item, discarding: []).map(\.field), ["style"])
      try await store.write { transaction in try transaction.define(kind(composed)) }
      try await store.write { transaction in
        try transaction.define(change)
        _ = try transaction.upsert(
          ContentItem(kind: kind(decomposed), id: 1, values: [.text(decomposed)]))
      }
      for text in [composed, decomposed] {
        let query = try ContentQuery(parameters: ["style": text], for: kind(decomposed))
        let found = try await store.read {
          try $0.items(of: kind(decomposed), matching: query, visibility: nil, after: nil, limit: 9)
        }.map(\.content.id)
        try requireEqual(found, [1])
      }
    },
  ]
}
