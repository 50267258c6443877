import FeedEntities
import FeedEditing
import FeedModel
import FeedStore
import Foundation
import StrictJSON

extension FeedStoreCheck {
  private static let anna = AuditActor(Identity(tokenID: 3, name: "Anna", role: .editor))

  /// So many seconds after the sample's moment.
  private static func moment(_ offset: Int) -> Timestamp {
    SampleContent.committedAt.later(seconds: offset)
  }

  /// Banner 1 with campaigns 1 to `count`, each in a revision of its own, and a second one all the time.
  private static func campaigns(_ count: Int, in store: any FeedStore) async throws {
    for number in 1...count {
      let banners = try [TestContent.banner(1, campaign: number), TestContent.banner(2)]
      try await store.write(at: moment(number)) { transaction in
        for banner in banners { _ = try transaction.save(banner.item, by: anna) }
      }
    }
  }

  private static func campaign(of reader: any ContentReader) throws -> FieldValue? {
    try reader.item(of: .campaignBanners, id: 1)?.content["banner_contents_id"]
  }

  static let history = [
    FeedStoreCheck("reads items, windows and compositions as they were") { store in
      try await campaigns(3, in: store)
      try await store.write(at: moment(4)) { transaction in
        _ = try transaction.setWindow(Window(isDraft: true), of: .campaignBanners, id: 1)
        _ = try transaction.setComposition("{}", of: "summer")
      }
      try await store.write(at: moment(5)) { transaction in
        _ = try transaction.delete(.campaignBanners, id: 1)
        _ = try transaction.setComposition(#"{"a":1}"#, of: "summer")
      }
      try await store.write(at: moment(6)) { transaction in
        _ = try transaction.removeComposition(of: "summer")
      }
      for number in 0...6 {
        try await store.read(at: number) { reader in
          try requireEqual(try reader.latestRevision()?.number ?? 0, number)
          let item = try reader.item(of: .campaignBanners, id: 1)
          try requireEqual(
            item?.content["banner_contents_id"],
            (1...4).contains(number) ? .integer(Swift.min(number, 3)) : nil)
          try requireEqual(item?.window.isDraft, (1...4).contains(number) ? number == 4 : nil)
          try requireEqual(
            try reader.items(
              of: .campaignBanners, matching: .all, visibility: Visibility(at: moment(9)),
              after: nil, limit: 9
            ).map(\.content.id), number == 0 ? [] : number < 4 ? [1, 2] : [2])
          try requireEqual(
            try reader.count(of: .campaignBanners, matching: .all, visibility: nil),
            number == 0 ? 0 : number < 5 ? 2 : 1)
          try requireEqual(
            try reader.compositionDocument(of: "summer"),
            number == 4 ? "{}" : number == 5 ? #"{"a":1}"# : nil)
          try requireEqual(try reader.composedFeeds(), [4, 5].contains(number) ? ["summer"] : [])
        }
      }
    },

    FeedStoreCheck("filters, sorts, searches and pages former items like present ones") { store in
      let topics = try (1...9).map { number in
        var topic = try TestContent.topic(number)
        topic.title = number.isMultiple(of: 2) ? "寿司 sushi \(number)" : "ラーメン \(number)"
        topic.rating = Double(number) / 2
        return topic
      }
      try await store.upsert(topics)
      try await store.write(at: moment(1)) { transaction in
        for id in 1...9 { _ = try transaction.delete(.featuredTopics, id: id) }
      }
      func found(_ parameters: [String: String], after: ListPosition? = nil) async throws -> [Int] {
        try await store.read(at: 1) { reader in
          let query = try ContentQuery(parameters: parameters, for: .featuredTopics)
          return try reader.items(
            of: .featuredTopics, matching: query, visibility: nil, after: after, limit: 3
          ).map(\.content.id)
        }
      }
      try requireEqual(try await found(["rating.gte": "3", "sort": "-rating"]), [9, 8, 7])
      try requireEqual(try await found(["q": "SUSHI"]), [2, 4, 6])
      try requireEqual(try await found(["q": "寿司 sus"]), [2, 4, 6])
      try requireEqual(
        try await found(["sort": "-rating"], after: ListPosition(values: ["3.5"], id: 7)),
        [6, 5, 4])
      try requireEqual(
        try await store.read { reader in
          try reader.count(of: .featuredTopics, matching: .all, visibility: nil)
        }, 0)
    },

    FeedStoreCheck("refuses revisions that there are not, and those that are pruned") { store in
      try await campaigns(4, in: store)
      try requireEqual(try await store.read { try $0.firstKeptRevision() }, 0)
      try await requireError(StoreError.noSuchRevision(5)) {
        try await store.read(at: 5) { try $0.kinds() }
      }
      // The versions valid at that time are kept.
      let (removed, first) = try await store.pruneHistory(
        before: moment(3), at: moment(9), inBatchesOf: 1)
      try requireEqual(first, 3)
      try require(removed >= 2, "\(removed)")
      try requireEqual(
        try await store.pruneHistory(before: moment(2), at: moment(9), inBatchesOf: 1).removed, 0)
      for number in 0...2 {
        try await requireError(StoreError.revisionPruned(number, first: 3)) {
          try await store.read(at: number) { try $0.kinds() }
        }
      }
      for number in 3...4 {
        let campaign = try await store.read(at: number) { try Self.campaign(of: $0) }
        try requireEqual(campaign, .integer(number))
      }
    },

    FeedStoreCheck("lists the versions of an item, who wrote them, and where it was gone") {
      store in
      try await campaigns(2, in: store)
      try await store.write(at: moment(3)) { _ = try $0.delete(.campaignBanners, id: 1) }
      let banner = try TestContent.banner(1, campaign: 9)
      _ = try await store.write(at: moment(4)) { _ = try $0.save(banner.item, by: .commandLine) }
      let versions = try await store.read {
        try $0.versions(of: "campaign_banners", id: 1, before: nil, limit: 9)
      }
      try requireEqual(versions.map(\.from), [4, 2, 1])
      try requireEqual(versions.map(\.until), [nil, 3, 2])
      try requireEqual(versions.map(\.actor), ["command line", "token:3 Anna", "token:3 Anna"])
      let campaigns = versions.map { version -> FieldValue? in
        guard case .item(let item) = version.item else { return nil }
        return item.content["banner_contents_id"]
      }
      try requireEqual(campaigns, [.integer(9), .integer(2), .integer(1)])
      let older = try await store.read {
        try $0.versions(of: "campaign_banners", id: 1, before: 4, limit: 1)
      }
      try requireEqual(older.map(\.from), [2])
    },

    FeedStoreCheck("keeps what one transaction makes of an item twice in the audit") { store in
      try await campaigns(1, in: store)
      let banners = try [7, 8].map { try TestContent.banner(1, campaign: $0).item }
      try await store.write(at: moment(2)) { transaction in
        for banner in banners { _ = try transaction.save(banner, by: anna) }
      }
      try await campaigns(3, in: store)
      let entries = try await store.read {
        try $0.auditEntries(about: "content/campaign_banners/1", before: nil, limit: 9)
      }.filter { $0.revision == 2 }
      let texts = entries.reversed().flatMap { [$0.beforeText, $0.afterText] }
      for (text, campaign) in zip(texts, [1, 7, 7, 8]) {
        try require(
          text?.contains(#""banner_contents_id":\#(campaign),"#) == true, "\(text ?? "nothing")")
      }
      try requireEqual(texts.count, 4)
    },

    FeedStoreCheck("gives each revision an id of its own, and finds it by its moment") { store in
      try await campaigns(3, in: store)
      try await store.read { reader in
        let revisions = try (1...3).map { try reader.revision($0) }
        try requireEqual(Set(revisions.map { $0?.id }).count, 3)
        try requireEqual(try reader.revision(4), nil)
        try requireEqual(try reader.latestRevision(), revisions[2])
        for (offset, number) in [(0, nil), (1, 1), (2, 2), (9, 3)] as [(Int, Int?)] {
          try requireEqual(try reader.revision(at: moment(offset))?.number, number)
        }
        try requireEqual(
          try reader.revisions(before: 3, limit: 5).map(\.revision), [revisions[1], revisions[0]])
        try requireEqual(try reader.revisions(before: nil, limit: 1).map(\.actor), ["token:3 Anna"])
      }
    },

    FeedStoreCheck("keeps a photo whose address was assigned to another one, until that is pruned")
    {
      store in
      let (first, second) = (TestPhotos.photo(1), TestPhotos.photo(2))
      let shown = try TestContent.banner(1)
      for (number, photo) in [(1, first), (2, second)] {
        try await store.write(at: moment(number)) { transaction in
          _ = try transaction.add(photo)
          _ = try transaction.setPhoto(photo.id, assignedTo: shown.bannerURL)
          _ = try transaction.upsert(shown.item)
        }
      }
      let address: Set = [shown.bannerURL.exact]
      try requireEqual(
        try await store.read(at: 1) { try $0.photos(assignedTo: address) },
        [shown.bannerURL.exact: first.id])
      func isUsed() async throws -> [Bool] {
        try await store.read { reader in
          [
            try !reader.uses(of: first.id, limit: 1).isEmpty,
            try !reader.unusedPhotos(addedBefore: moment(9_999)).contains(first.id),
          ]
        }
      }
      try requireEqual(try await isUsed(), [true, true])
      _ = try await store.pruneHistory(before: moment(2), at: moment(3))
      try requireEqual(try await isUsed(), [false, false])
    },

    FeedStoreCheck("keeps a photo that a former item shows, until that is pruned") { store in
      let photo = TestPhotos.photo(1)
      var item = try TestContent.banner(1)
      item.bannerURL = "https://example.com/\(PhotoID.length)"
      let address = item.bannerURL
      let shown = item
      try await store.write(at: moment(1)) { transaction in
        _ = try transaction.add(photo)
        _ = try transaction.setPhoto(photo.id, assignedTo: address)
        _ = try transaction.upsert(shown.item)
      }
      try await store.write(at: moment(2)) { _ = try $0.delete(.campaignBanners, id: 1) }
      func uses() async throws -> ([String], [PhotoID]) {
        try await store.read { reader in
          (
            try reader.uses(of: photo.id, limit: 9).map(\.description),
            try reader.unusedPhotos(addedBefore: moment(9_999))
          )
        }
      }
      var (places, unused) = try await uses()
      try requireEqual(places, ["campaign_banners/1/banner_url (before revision 2)"])
      try requireEqual(unused, [])
      _ = try await store.pruneHistory(before: moment(2), at: moment(3))
      (places, unused) = try await uses()
      try requireEqual(places, [])
      try requireEqual(unused, [photo.id])
    },
  ]
}
