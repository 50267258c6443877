import FeedEntities
import FeedModel
import FeedStore

extension FeedStoreCheck {
  private static let start = SampleContent.committedAt.millisecondsSince1970
  private static let kind = ContentKind.campaignBanners

  /// So many milliseconds after the sample's moment.
  private static func moment(_ offset: Int) -> Timestamp {
    Timestamp(millisecondsSince1970: start + offset)
  }

  private static func platform(_ name: String) throws -> Targeting {
    try requireValue(Targeting(platforms: [name]))
  }

  /// Windows of all sorts, each without a condition and with one of two.
  private static func allWindows() throws -> [Window] {
    let conditions = [nil, try platform("ios"), try platform("web")]
    let moments: [Timestamp?] = [nil, moment(-1), moment(1)]
    return [false, true].flatMap { isDraft in
      moments.flatMap { publishAt in
        moments.flatMap { unpublishAt in
          conditions.map {
            Window(isDraft: isDraft, publishAt: publishAt, unpublishAt: unpublishAt, when: $0)
          }
        }
      }
    }
  }

  /// A selection by each of the sets of conditions, with and without drafts, at moments around the boundaries.
  private static func allVisibilities() throws -> [Visibility] {
    let (ios, web) = (try platform("ios"), try platform("web"))
    let sets: [MetConditions] = [
      .none, .only([ios]), .only([ios, web]), .only([try platform("tv")]), .all,
    ]
    return (-2...2).flatMap { offset in
      sets.flatMap { met in
        [false, true].map { Visibility(at: moment(offset), includesDrafts: $0, meeting: met) }
      }
    }
  }

  static let targeting = [
    FeedStoreCheck("shows to clients with conditions exactly what Visibility shows, then as now") {
      store in
      let windows = try allWindows()
      for (id, window) in zip(1..., windows) {
        try await store.put(try TestContent.banner(id), window, at: moment(-9))
      }
      let revision = try requireValue(try await store.latestRevision()).number
      let visibilities = try allVisibilities()
      let check = { @Sendable (reader: any ContentReader) in
        for visibility in visibilities {
          let expected = windows.indices.filter { visibility.shows(windows[$0]) }.map { $0 + 1 }
          let found = try reader.items(
            of: kind, matching: .all, visibility: visibility, after: nil, limit: 100)
          try requireEqual(found.map(\.content.id), expected)
          try requireEqual(found.map(\.window), expected.map { windows[$0 - 1] })
          let count = try reader.count(of: kind, matching: .all, visibility: visibility)
          try requireEqual(count, expected.count)
          let (moment, drafts) = (visibility.moment, visibility.includesDrafts)
          let shown = Visibility(at: moment, includesDrafts: drafts, meeting: .all)
          try requireEqual(
            try reader.conditions(of: kind, matching: .all, at: moment, includesDrafts: drafts),
            Set(windows.filter(shown.shows).compactMap(\.when)))
          let begins = windows.filter { window in
            var window = window
            if drafts { window.isDraft = false }
            return visibility.conditions.contains(window.when) && !window.isShown(at: moment)
              && window.nextBoundary(after: moment) != nil
          }.compactMap(\.publishAt).min { $0.millisecondsSince1970 < $1.millisecondsSince1970 }
          try requireEqual(
            try reader.nextBeginning(of: kind, matching: .all, after: visibility, upTo: nil), begins
          )
        }
        for offset in -2...2 {
          let now = moment(offset)
          func boundaries(_ windows: [Window]) -> Boundaries {
            Boundaries(windows.map { Boundaries(of: $0, after: now) })
          }
          let expected = ItemBoundaries(
            ofPublic: boundaries(windows.filter { $0.when == nil }), ofAll: boundaries(windows))
          try requireEqual(try reader.nextItemBoundaries(after: now)[kind.name] ?? .none, expected)
        }
      }
      try await store.read(check)
      for id in windows.indices {
        try await store.put(try TestContent.banner(id + 1), Window(isDraft: true), at: moment(-8))
      }
      try await store.read(at: revision, check)
    },

    FeedStoreCheck("finds the conditions of those items that a query finds, or a section pins") {
      store in
      let (ios, web) = (try platform("ios"), try platform("web"))
      let windows = [ios, web, nil].map { Window(when: $0) } + [Window(isDraft: true, when: web)]
      for (id, window) in zip(1..., windows) {
        try await store.put(try TestContent.banner(id, campaign: id), window, at: moment(0))
      }
      for (ids, conditions) in [
        ([1, 2, 3, 4], [ios, web]), ([3, 1], [ios]), ([2], [web]), ([3, 4], []), ([9], []),
      ] as [([Int], Set<Targeting>)] {
        let query = ContentQuery(filters: [
          .init(field: "id", comparison: .greaterOrEqual, value: "\(ids.min() ?? 0)"),
          .init(field: "id", comparison: .lessOrEqual, value: "\(ids.max() ?? 0)"),
        ])
        let pinned = Composition.Section(id: "a", kind: kind, title: "", source: .pinned(ids))
        let found = Composition.Section(id: "a", kind: kind, title: "", source: .query(query))
        let (some, others) = try await store.read {
          (
            try $0.conditions(of: pinned, at: moment(0)),
            try $0.conditions(of: found, at: moment(0))
          )
        }
        try requireEqual(some, conditions)
        // The query finds what is between the ids, too.
        try requireEqual(others, ids == [3, 1] ? [ios, web] : conditions)
      }
    },

    FeedStoreCheck("knows of which kinds items have conditions, and had them at a former revision")
    {
      store in
      let ios = try platform("ios")
      let section = Composition.Section(
        id: "a", kind: .campaignBanners, title: "", source: .pinned([1]))
      for (second, when) in [(0, nil), (1, ios), (2, nil)] as [(Int, Targeting?)] {
        try await store.write(at: moment(second)) { transaction in
          _ = try transaction.upsert(TestContent.banner(1))
          _ = try transaction.upsert(TestContent.topic(second + 1))
          _ = try transaction.setWindow(Window(when: when), of: .campaignBanners, id: 1)
        }
      }
      let (present, former, others) = try await store.read { reader in
        let former = try (1...3).map {
          try reader.content(at: $0).conditions(of: section, at: moment(9))
        }
        return (
          try reader.conditions(of: section, at: moment(9)), former,
          try [reader, reader.content(at: 1)].map { try $0.mayHaveConditions(.featuredTopics) }
        )
      }
      try requireEqual(present, [])
      try requireEqual(former, [[], [ios], []])
      try requireEqual(others, [false, false])
    },

    FeedStoreCheck("takes another condition for another window, of which each is a version") {
      store in
      let banner = try TestContent.banner(1)
      let conditions = [nil, try platform("ios"), try platform("web"), nil]
      for (number, condition) in zip(1..., conditions) {
        let window = Window(when: condition)
        let revision = try await store.put(banner, window, at: moment(number))
        try requireEqual(revision?.number, number)
        try requireEqual(try await store.put(banner, window, at: moment(number)), nil)
      }
      // The other way of writing.
      for (window, number) in [
        (.always, nil), (Window(when: conditions[1]), 5), (Window(when: conditions[1]), nil),
        (nil, nil), (Window(when: conditions[2]), 6), (.always, 7),
      ] as [(Window?, Int?)] {
        let revision = try await store.stage(banner, window, at: moment(9))
        try requireEqual(revision?.number, number)
      }
      let versions = try await store.read {
        try $0.versions(of: kind.name, id: 1, before: nil, limit: 9)
      }
      let windows = versions.map { version -> Targeting? in
        if case .item(let item) = version.item { return item.window.when } else { return nil }
      }
      try requireEqual(windows, [nil, conditions[2], conditions[1]] + conditions.reversed())
    },

    FeedStoreCheck("keeps the condition of an item that a file says nothing about") { store in
      let ios = Window(when: try platform("ios"))
      try await store.put(try TestContent.banner(1), ios, at: moment(0))
      for (number, hasCondition) in [(2, false), (3, true)] {
        let stage = try await store.stage()
        try await stage.add([
          StagedItem(
            try TestContent.banner(1, campaign: number).item, window: Window(publishAt: moment(0)),
            hasCondition: hasCondition)
        ])
        _ = try await stage.commit(at: moment(number), by: .program, isDryRun: false)
        let window = try await store.read { try $0.item(of: kind, id: 1)?.window }
        try requireEqual(window?.publishAt, moment(0))
        try requireEqual(window?.when, hasCondition ? nil : ios.when)
      }
    },

    FeedStoreCheck("names no item that is not for everybody, and tells its kind apart") { store in
      let (draft, later) = (Window(isDraft: true), Window(publishAt: moment(100)))
      let ios = try platform("ios")
      let (some, someLater) = (Window(when: ios), Window(publishAt: moment(100), when: ios))
      struct Told: Equatable {
        var items: [Int] = []
        var kinds: [String] = []
        var targeted: [String] = []
      }
      func told() async throws -> Told {
        let latest = try await store.latestRevision()?.number ?? 0
        return try await store.read { reader in
          let changes = try requireValue(try reader.changes(after: latest - 1, limit: 1).first)
          let touches = try reader.touches(in: latest)
          try requireEqual(touches.publicKinds, Set(changes.kinds))
          try requireEqual(Set(touches.conditions.keys), Set(changes.targetedKinds))
          return Told(
            items: changes.items.map(\.id), kinds: changes.kinds, targeted: changes.targetedKinds)
        }
      }
      let (nothing, targeted) = (Told(), Told(targeted: [kind.name]))
      let everybody = Told(items: [1], kinds: [kind.name])
      let both = Told(items: [1], kinds: [kind.name], targeted: [kind.name])
      // 1. One by one, and in the other way of writing.
      for isStaged in [false, true] {
        for (campaign, window, expected) in [
          (1, draft, nothing), (2, someLater, nothing), (3, some, targeted), (4, some, targeted),
          (5, .always, both), (6, some, both), (7, draft, targeted), (8, later, nothing),
          (9, .always, everybody), (10, draft, everybody),
        ] as [(Int, Window, Told)] {
          let banner = try TestContent.banner(1, campaign: isStaged ? -campaign : campaign)
          if isStaged {
            let stage = try await store.stage()
            try await stage.add([StagedItem(banner.item, window: window)])
            _ = try await stage.commit(at: moment(0), by: .program, isDryRun: false)
          } else {
            try await store.put(banner, window, at: moment(0))
          }
          try requireEqual(try await told(), expected)
        }
      }
      // 2. One that begins to be shown, and one that is removed.
      try await store.put(try TestContent.banner(1), someLater, at: moment(0))
      try requireEqual(try await told(), nothing)
      try await store.write(at: moment(100)) { _ = try $0.applyBoundaries() }
      try requireEqual(try await told(), targeted)
      try await store.write(at: moment(100)) { _ = try $0.delete(kind, id: 1) }
      try requireEqual(try await told(), targeted)
    },

    FeedStoreCheck("knows what touched the targeted items of a kind, also when that is forgotten") {
      store in
      let ios = Window(when: try platform("ios"))
      for (id, window) in zip(1..., [.always, ios, Window(isDraft: true)]) {
        try await store.put(try TestContent.banner(id), window, at: moment(id))
      }
      let web = Window(when: try platform("web"))
      try await store.put(try TestContent.banner(4), web, at: moment(4))
      // What is not shown touches nothing; what was shown, and is shown to others, touches both.
      try await store.put(
        try TestContent.banner(5), Window(publishAt: moment(99), when: web.when), at: moment(5))
      try await store.put(try TestContent.banner(2), web, at: moment(6))
      struct Touches: Equatable {
        let everybodys: Int
        let targeted: [Targeting: Int]
      }
      func touches() async throws -> [Touches] {
        try await store.read { reader in
          try [5, 6].map {
            Touches(
              everybodys: try reader.lastTouch(ofKind: kind.name, through: $0),
              targeted: try reader.lastTouches(ofTargeted: kind.name, through: $0))
          }
        }
      }
      let (phones, browsers) = try (requireValue(ios.when), requireValue(web.when))
      let expected = [
        Touches(everybodys: 1, targeted: [phones: 2, browsers: 4]),
        Touches(everybodys: 1, targeted: [phones: 6, browsers: 6]),
      ]
      try requireEqual(try await touches(), expected)
      try requireEqual(
        try await store.read { try $0.touches(in: 6).conditions }, [kind.name: [phones, browsers]])
      try await store.upsert([TestContent.photo(1)])
      try await store.write(at: moment(9)) { try $0.forgetHistory(before: 7) }
      while try await store.write(
        at: moment(9), making: { try $0.removeForgottenVersions(limit: 1) }) > 0
      {}
      try requireEqual(try await touches()[1], expected[1])
    },

    FeedStoreCheck("knows when items with conditions begin and end, of those that a query finds") {
      store in
      let windows = try allWindows()
      for (id, window) in zip(1..., windows) {
        try await store.put(
          try TestContent.banner(id, campaign: 1 + id % 2), window, at: moment(-9))
      }
      let revision = try requireValue(try await store.latestRevision()).number
      let check = { @Sendable (reader: any ContentReader) in
        for offset in -2...2 {
          for campaign in 0...1 {
            let query = try ContentQuery(
              parameters: ["banner_contents_id": "\(1 + campaign)"], for: kind)
            let found = zip(1..., windows).filter { $0.0 % 2 == campaign }.map(\.1)
            let expected = found.reduce(into: [Targeting: Timestamp]()) { next, window in
              guard let when = window.when,
                let boundary = window.nextBoundary(after: moment(offset))
              else { return }
              let known = next[when]?.millisecondsSince1970 ?? .max
              if boundary.millisecondsSince1970 < known { next[when] = boundary }
            }
            try requireEqual(
              try reader.targetedBoundaries(of: kind, matching: query, after: moment(offset)),
              expected)
          }
        }
      }
      try await store.read(check)
      for id in windows.indices {
        try await store.put(try TestContent.banner(id + 1), .always, at: moment(-8))
      }
      try await store.read(at: revision, check)
    },

    FeedStoreCheck("tells which of some items are shown to whom") { store in
      let windows = try allWindows()
      for (id, window) in zip(1..., windows) {
        try await store.put(try TestContent.banner(id), window, at: moment(-9))
      }
      let visibilities = try allVisibilities()
      try await store.read { reader in
        for visibility in visibilities {
          let ids = Array(stride(from: 1, through: windows.count + 3, by: 2))
          let expected = ids.filter { $0 <= windows.count && visibility.shows(windows[$0 - 1]) }
          try requireEqual(
            try reader.shownIDs(of: kind, among: ids, visibility: visibility), Set(expected))
        }
        try requireEqual(try reader.shownIDs(of: kind, among: [], visibility: visibilities[0]), [])
      }
    },

    FeedStoreCheck("serves the photos of targeted items, which no event names") { store in
      let photo = TestPhotos.photo(1).id
      let kind = try TestPhotos.kind()
      let item = ContentItem(
        kind: kind, id: 1, values: [.text(photo.description), .text("https://a.example/x")])
      try await store.write(at: moment(0)) { transaction in
        _ = try transaction.add(TestPhotos.photo(1))
        try transaction.define(kind)
        _ = try transaction.upsert(item)
      }
      let ios = try platform("ios")
      for (number, window, isShown, isPublic) in [
        (2, Window(when: ios), true, false), (3, Window(isDraft: true, when: ios), false, false),
        (4, .always, true, true), (5, Window(when: ios), true, false),
      ] {
        try await store.write(at: moment(number)) { transaction in
          _ = try transaction.setWindow(window, of: kind, id: 1)
          _ = try transaction.describe(photo, as: PhotoDescription(alt: "\(number)", focus: nil))
        }
        try await store.read { reader in
          let changes = try requireValue(try reader.changes(after: number - 1, limit: 1).first)
          try requireEqual(changes.photos, isPublic ? [photo.description] : [])
          try requireEqual(changes.targetedPhotos, isShown && !isPublic ? [photo.description] : [])
          try requireEqual(try reader.touches(in: number).hasPhotos, isShown)
          for at in [nil, moment(number)] {
            try requireEqual(try reader.isShownPublicly(photo, at: at), isShown)
          }
        }
      }
    },
  ]
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

  /// Stages one item, with its window if there is one.
  fileprivate func stage(
    _ banner: CampaignBanner, _ window: Window?, at moment: Timestamp
  ) async throws -> Revision? {
    let stage = try await stage()
    try await stage.add([StagedItem(banner.item, window: window)])
    let outcome = try await stage.commit(at: moment, by: .program, isDryRun: false)
    return outcome.revision
  }
}
