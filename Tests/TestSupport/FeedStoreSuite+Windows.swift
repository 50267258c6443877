import FeedEntities
import FeedModel
import FeedStore
import StrictJSON
import Synchronization

extension FeedStoreCheck {
  private static let start = SampleContent.committedAt.millisecondsSince1970

  /// So many milliseconds after the sample's moment.
  private static func moment(_ offset: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: start + offset)
  }

  static let windows = [
    FeedStoreCheck("shows an item from one moment up to another") { store in
      let window = Window(publishAt: moment(100), unpublishAt: moment(200))
      try await store.put(try TestContent.banner(1), window, at: moment(0))
      for (offset, isShown) in [(0, false), (99, false), (100, true), (199, true), (200, false)] {
        try requireEqual(try await store.shownBanners(at: moment(offset)), isShown ? [1] : [])
      }
      let item = try await store.read { try $0.item(of: .campaignBanners, id: 1) }
      try requireEqual(item?.window, window)
    },

    FeedStoreCheck("shows exactly what Window and Visibility show") { store in
      let moments: [Timestamp?] = [nil, moment(-1), moment(0), moment(1)]
      let windows = [false, true].flatMap { isDraft in
        moments.flatMap { publishAt in
          moments.map { Window(isDraft: isDraft, publishAt: publishAt, unpublishAt: $0) }
        }
      }
      for (index, window) in windows.enumerated() {
        try await store.put(try TestContent.banner(index + 1), window, at: moment(-9))
      }
      for offset in -2...2 {
        for includesDrafts in [false, true] {
          let visibility = Visibility(at: moment(offset), includesDrafts: includesDrafts)
          let expected = windows.indices.filter { visibility.shows(windows[$0]) }.map { $0 + 1 }
          let shown = try await store.shownBanners(
            at: moment(offset), includesDrafts: includesDrafts)
          try requireEqual(shown, expected)
          let count = try await store.read {
            try $0.count(of: .campaignBanners, matching: .all, visibility: visibility)
          }
          try requireEqual(count, expected.count)
        }
        for state in WindowState.allCases {
          var query = ContentQuery.all
          query.window = ContentQuery.WindowFilter(state, at: moment(offset))
          let expected = windows.indices.filter { windows[$0].state(at: moment(offset)) == state }
          let found = try await store.read { [query] in
            try $0.ids(of: .campaignBanners, matching: query, visibility: nil, limit: 100)
          }
          try requireEqual(found, expected.map { $0 + 1 })
        }
      }
    },

    FeedStoreCheck("finds items without windows among those that are shown alone") { store in
      try await store.put(try TestContent.banner(1), .always, at: moment(0))
      for state in WindowState.allCases {
        var query = ContentQuery.all
        query.window = ContentQuery.WindowFilter(state, at: moment(1))
        let found = try await store.read { [query] in
          try $0.count(of: .campaignBanners, matching: query, visibility: nil)
        }
        try requireEqual(found, state == .shown ? 1 : 0)
      }
    },

    FeedStoreCheck("hides a draft whatever its moments say, and forgets a window") { store in
      let banner = try TestContent.banner(1)
      try await store.put(banner, Window(isDraft: true, publishAt: moment(-5)), at: moment(0))
      try requireEqual(try await store.shownBanners(at: moment(0)), [])
      try requireEqual(try await store.boundaries(after: moment(-10)), .none)
      let revision = try await store.put(banner, .always, at: moment(1))
      try requireEqual(revision?.number, 2)
      try requireEqual(try await store.shownBanners(at: moment(-1_000_000)), [1])
    },

    FeedStoreCheck("chooses drafts among what is due, in order and up to the limit") { store in
      let windows = [
        Window(publishAt: moment(100)), Window(isDraft: true, publishAt: moment(100)),
        Window(isDraft: true), Window(unpublishAt: moment(0)), .always,
        Window(isDraft: true, unpublishAt: moment(0)), Window(isDraft: true, publishAt: moment(0)),
      ]
      for (index, window) in windows.enumerated() {
        try await store.put(try TestContent.banner(index + 1), window, at: moment(0))
      }
      try requireEqual(try await store.shownBanners(at: moment(0)), [5])
      let last = ContentQuery(sort: [.init(field: "id", isDescending: true)])
      for (offset, query, limit, ids) in [
        (0, .all, 100, [3, 5, 7]), (0, .all, 2, [3, 5]), (0, last, 2, [7, 5]),
        (100, .all, 100, [1, 2, 3, 5, 7]), (-1, .all, 3, [3, 4, 5]),
      ] as [(Int, ContentQuery, Int, [Int])] {
        let found = try await store.shownBanners(
          at: moment(offset), includesDrafts: true, matching: query, limit: limit)
        try requireEqual(found, ids)
      }
      let counts = try await store.read { reader in
        try [false, true].map { includesDrafts in
          try reader.count(
            of: .campaignBanners, matching: .all,
            visibility: Visibility(at: moment(0), includesDrafts: includesDrafts))
        }
      }
      try requireEqual(counts, [1, 3])
    },

    FeedStoreCheck("takes the same moments in another zone for the same window") { store in
      let banner = try TestContent.banner(1)
      let tokyo = try requireValue(Timestamp("2030-01-01T09:00:00.000+0900"))
      let greenwich = try requireValue(Timestamp("2030-01-01T00:00:00Z"))
      try await store.put(banner, Window(publishAt: tokyo), at: moment(0))
      let again = try await store.put(banner, Window(publishAt: greenwich), at: moment(1))
      try requireEqual(again, nil)
    },

    FeedStoreCheck("does not give a new item the window of the one before it") { store in
      let banner = try TestContent.banner(1)
      try await store.put(banner, Window(isDraft: true), at: moment(0))
      try await store.write(at: moment(1)) { _ = try $0.delete(.campaignBanners, id: 1) }
      try await store.upsert([banner], at: moment(2))
      try requireEqual(try await store.shownBanners(at: moment(2)), [1])
    },

    FeedStoreCheck("sets no window where there is no item") { store in
      let revision = try await store.write(at: moment(0)) { transaction in
        let change = try transaction.setWindow(Window(isDraft: true), of: .campaignBanners, id: 1)
        try requireEqual(change, .unchanged)
      }
      try requireEqual(revision, nil)
    },

    FeedStoreCheck("makes one revision for each boundary that has passed, and none before") {
      store in
      let window = Window(publishAt: moment(100), unpublishAt: moment(200))
      try await store.put(try TestContent.banner(1), window, at: moment(0))
      try await store.put(try TestContent.banner(2), Window(publishAt: moment(100)), at: moment(0))
      try requireEqual(
        try await store.boundaries(after: moment(0)), Boundaries(next: moment(100), nextEnd: nil))
      try requireEqual(try await store.applyDueItems(at: moment(99)), [0])
      try requireEqual(try await store.applyDueItems(at: moment(100)), [2, 3])
      try requireEqual(try await store.applyDueItems(at: moment(150)), [0])
      try requireEqual(
        try await store.boundaries(after: moment(100)),
        Boundaries(next: moment(200), nextEnd: moment(200)))
      try requireEqual(try await store.applyDueItems(at: moment(500)), [1, 4])
      try requireEqual(try await store.boundaries(after: moment(500)), .none)
    },

    FeedStoreCheck("knows when something that is shown disappears, now and as it was") { store in
      let windows = [
        Window(publishAt: moment(10)), Window(publishAt: moment(20), unpublishAt: moment(30)),
        Window(unpublishAt: moment(50)), Window(publishAt: moment(0), unpublishAt: moment(60)),
        Window(isDraft: true, unpublishAt: moment(5)),
      ]
      for (id, window) in zip(1..., windows) {
        try await store.put(try TestContent.banner(id), window, at: moment(0))
      }
      let expected = [(0, 10, 50), (10, 20, 50), (20, 30, 30), (30, 50, 50), (50, 60, 60)]
        .map { (moment($0), Boundaries(next: moment($1), nextEnd: moment($2))) }
      for (now, boundaries) in expected {
        try requireEqual(try await store.boundaries(after: now), boundaries)
      }
      let revision = try requireValue(try await store.latestRevision()).number
      for id in 1...windows.count {
        try await store.put(try TestContent.banner(id), Window(isDraft: true), at: moment(0))
      }
      try requireEqual(try await store.boundaries(after: moment(0)), .none)
      for (now, boundaries) in expected {
        try requireEqual(try await store.boundaries(after: now, revision: revision), boundaries)
      }
    },

    FeedStoreCheck("passes a whole window at once without showing it") { store in
      let window = Window(publishAt: moment(100), unpublishAt: moment(200))
      try await store.put(try TestContent.banner(1), window, at: moment(0))
      try requireEqual(try await store.applyDueItems(at: moment(300)), [0])
    },

    FeedStoreCheck("applies what is due in the revision of another write") { store in
      try await store.put(try TestContent.banner(1), Window(publishAt: moment(100)), at: moment(0))
      let revision = try await store.upsert([try TestContent.topic(1)], at: moment(100)).revision
      try requireEqual(revision?.number, 2)
      try requireEqual(try await store.applyDueItems(at: moment(100)), [0])
    },

    FeedStoreCheck("takes nothing back when the clock is set back") { store in
      try await store.put(try TestContent.banner(1), Window(publishAt: moment(100)), at: moment(0))
      _ = try await store.applyDueItems(at: moment(100))
      try requireEqual(try await store.applyDueItems(at: moment(50)), [0])
      // A window that is written in the past is judged by the moment its revision shows.
      let revision = try await store.put(
        try TestContent.banner(2), Window(publishAt: moment(80), unpublishAt: moment(300)),
        at: moment(50))
      try requireEqual(revision?.committedAt.millisecondsSince1970, start + 100)
      try requireEqual(try await store.applyDueItems(at: moment(60)), [0])
      try requireEqual(try await store.applyDueItems(at: moment(101)), [0])
      try requireEqual(try await store.applyDueItems(at: moment(300)), [1, 4])
    },

    FeedStoreCheck("tells of the changes of an item that the public saw or sees, and of no draft") {
      store in
      let (draft, later) = (Window(isDraft: true), Window(publishAt: moment(100)))
      func told() async throws -> [Int] {
        let latest = try await store.latestRevision()?.number ?? 0
        let changes = try await store.read { try $0.changes(after: latest - 1, limit: 1) }
        try requireEqual(changes.first?.kinds.isEmpty, changes.first?.items.isEmpty)
        return changes.flatMap(\.items).map(\.id)
      }
      // 1. A draft, until it is shown; and from then on until it was hidden.
      for (campaign, window, ids) in [
        (1, draft, []), (2, draft, []), (2, .always, [1]), (3, .always, [1]), (3, draft, [1]),
        (4, draft, []), (4, later, []),
      ] as [(Int, Window, [Int])] {
        try await store.put(try TestContent.banner(1, campaign: campaign), window, at: moment(0))
        try requireEqual(try await told(), ids)
      }
      _ = try await store.applyDueItems(at: moment(100))
      try requireEqual(try await told(), [1])
      // 2. What is removed.
      try await store.put(try TestContent.banner(2), draft, at: moment(100))
      for (id, ids) in [(1, [1]), (2, [])] {
        try await store.write(at: moment(100)) { _ = try $0.delete(.campaignBanners, id: id) }
        try requireEqual(try await told(), ids)
      }
      // 3. Many items at once.
      for (windows, ids) in [
        ([draft, .always], [2]), ([.always, .always], [1]), ([.always, draft], [2]),
      ] as [([Window], [Int])] {
        let stage = try await store.stage()
        try await stage.add(
          windows.enumerated().map { index, window in
            StagedItem(try TestContent.banner(index + 1).item, window: window)
          })
        _ = try await stage.commit(at: moment(100), by: .program, isDryRun: false)
        try requireEqual(try await told(), ids)
      }
    },

    FeedStoreCheck("takes back what a clock that was ahead has shown") { store in
      let day = 86_400_000
      try await store.put(
        try TestContent.banner(1), Window(publishAt: moment(10 * day)), at: moment(0))
      try await store.put(
        try TestContent.banner(2), Window(unpublishAt: moment(20 * day)), at: moment(0))
      try requireEqual(try await store.applyDueItems(at: moment(1_000 * day)), [2, 3])
      let revision = try await store.applyBoundaries(at: moment(2_000))
      try requireEqual(revision?.number, 4)
      try requireEqual(revision?.committedAt, moment(2_000))
      let changes = try await store.read { try $0.changes(after: 3, limit: 1) }
      try requireEqual(changes.first?.items.map(\.id), [1, 2])
      try requireEqual(try await store.applyBoundaries(at: moment(3_000)), nil)
      // Writes count from now on, too.
      let next = try await store.upsert([try TestContent.topic(1)], at: moment(4_000)).revision
      try requireEqual(next?.number, 5)
      try requireEqual(next?.committedAt, moment(4_000))
      try requireEqual(try await store.applyDueItems(at: moment(10 * day)), [1, 6])
      try requireEqual(try await store.applyDueItems(at: moment(20 * day)), [1, 7])
    },

    FeedStoreCheck("removes an item once, and says whether there was one") { store in
      try await store.upsert([try TestContent.banner(1), try TestContent.banner(2)])
      let changes = Mutex<[Change]>([])
      let revision = try await store.write(at: moment(1)) { transaction in
        for id in [1, 1, 7] {
          let change = try transaction.delete(.campaignBanners, id: id)
          changes.withLock { $0.append(change) }
        }
      }
      try requireEqual(changes.withLock { $0 }, [.deleted, .unchanged, .unchanged])
      try requireEqual(revision?.number, 2)
      try requireEqual(try await store.banners().map(\.id), [2])
    },

    FeedStoreCheck("assigns no id that an item has or had, nor one beyond 2⁵³") { store in
      let largest = SafeInteger.largest
      try requireEqual(try await store.nextBanner(), 1)
      try await store.upsert([try TestContent.banner(7), try TestContent.banner(.max)])
      try requireEqual(try await store.nextBanner(), 8)
      try await store.write(at: moment(1)) { transaction in
        _ = try transaction.delete(.campaignBanners, id: 7)
        _ = try transaction.delete(.campaignBanners, id: .max)
      }
      try requireEqual(try await store.nextBanner(), 8)
      try await store.upsert([try TestContent.banner(largest)])
      try requireEqual(try await store.nextBanner(), nil)
    },
  ]
}

func requireValue<Value>(_ value: Value?, line: Int = #line) throws -> Value {
  guard let value else { throw FeedStoreFailure(description: "there is no value (line \(line))") }
  return value
}

extension FeedStore {
  /// Writes one item with its window.
  @discardableResult fileprivate func put(
    _ banner: CampaignBanner, _ window: Window, at moment: Timestamp
  ) async throws -> Revision? {
    try await write(at: moment) { transaction in
      _ = try transaction.upsert(banner)
      _ = try transaction.setWindow(window, of: .campaignBanners, id: banner.id)
    }
  }

  /// The first `limit` banners that are shown at `moment`.
  fileprivate func shownBanners(
    at moment: Timestamp, includesDrafts: Bool = false, matching query: ContentQuery = .all,
    limit: Int = 100
  ) async throws -> [Int] {
    try await read { reader in
      try reader.items(
        of: .campaignBanners, matching: query,
        visibility: Visibility(at: moment, includesDrafts: includesDrafts), after: nil, limit: limit
      ).map(\.content.id)
    }
  }

  /// The boundaries of the banners, of a former `revision` if there is one.
  fileprivate func boundaries(
    after moment: Timestamp, revision: Int? = nil
  ) async throws -> Boundaries {
    let read = { @Sendable (reader: any ContentReader) in
      try reader.nextItemBoundaries(after: moment)[ContentKind.campaignBanners.name]?.ofPublic
        ?? .none
    }
    guard let revision else { return try await self.read(read) }
    return try await self.read(at: revision, read)
  }

  fileprivate func nextBanner() async throws -> Int? {
    try await write(making: { try $0.nextID(of: .campaignBanners) })
  }

  /// How many items changed, and the revision in which they did, if any did.
  fileprivate func applyDueItems(at moment: Timestamp) async throws -> [Int] {
    let count = Mutex(0)
    let revision = try await write(at: moment) { transaction in
      let applied = try transaction.applyBoundaries()
      count.withLock { $0 = applied }
    }
    return [count.withLock { $0 }] + (revision.map { [$0.number] } ?? [])
  }
}
