import FeedEditing
import FeedModel
import FeedStore

extension FeedStoreCheck {
  private static let editor = AuditActor(Identity(tokenID: 4, name: "Ben", role: .editor))

  /// So many seconds after the sample's moment.
  private static func moment(_ offset: Int) -> Timestamp {
    SampleContent.committedAt.later(seconds: offset)
  }

  static let releases = [
    FeedStoreCheck("a release is read back as it was stored, and makes no revision") { store in
      let revision = try await store.write(at: moment(0)) { transaction in
        for name in ["one", "two", "three"] {
          _ = try transaction.addRelease(name: name, note: "", publishAt: nil, actor: editor)
        }
      }
      try requireEqual(revision, nil)
      let listed = try await store.read { try $0.releases(before: nil, limit: 2) }
      try requireEqual(listed.map(\.name), ["three", "two"])
      try requireEqual(
        try await store.read { try $0.releases(before: listed[1].id, limit: 9) }.map(\.name),
        ["one"])
      for state in [
        Release.State.failed(reason: "a conflict", at: moment(5)),
        .published(revision: 7, at: moment(6)), .prepared,
      ] {
        var release = listed[0]
        release.name = "other"
        release.note = "for\nBen"
        release.publishAt = moment(9)
        release.operations = #"[{"op":"delete","kind":"recent_news","id":1}]"#
        release.bases = ["content/recent_news/1": "\"tag\""]
        release.bases.updateValue(nil, forKey: "feeds/home/composition")
        release.state = state
        let changed = release
        try await store.write(at: moment(1)) { try $0.update(changed) }
        let read = try await store.read { try $0.release(changed.id) }
        try requireEqual(read?.bases, changed.bases)
        try requireEqual(read?.operations, changed.operations)
        try requireEqual(read?.note, changed.note)
        try requireEqual(read?.actor, editor)
        try requireEqual("\(read?.state as Any)", "\(Optional(state) as Any)")
      }
      try await store.write(at: moment(1)) { try $0.removeRelease(listed[0].id) }
      try requireEqual(try await store.read { try $0.release(listed[0].id) } == nil, true)
      let next = try await store.write(
        at: moment(2),
        making: { try $0.addRelease(name: "four", note: "", publishAt: nil, actor: editor) })
      try requireEqual(next.id > listed[0].id, true)
    },
    FeedStoreCheck("the next release is the first that is prepared and has a moment") { store in
      try await store.write(at: moment(0)) { transaction in
        for offset in [3, 1, 2, nil] {
          _ = try transaction.addRelease(
            name: "\(offset ?? 0)", note: "", publishAt: offset.map(moment), actor: editor)
        }
      }
      // Without operations nothing is due.
      try requireEqual(try await store.read { try $0.nextScheduledRelease() } == nil, true)
      try await store.write(at: moment(0)) { transaction in
        for var release in try transaction.releases(before: nil, limit: 9) {
          release.operations = #"[{"op":"delete","kind":"recent_news","id":1}]"#
          try transaction.update(release)
        }
      }
      var names: [String] = []
      for state in [
        Release.State.failed(reason: "", at: moment(0)), .published(revision: 1, at: moment(0)),
        .prepared,
      ] {
        guard var next = try await store.read({ try $0.nextScheduledRelease() }) else { continue }
        names.append(next.name)
        next.state = state
        let changed = next
        try await store.write(at: moment(0)) { try $0.update(changed) }
      }
      try requireEqual(names, ["1", "2", "3"])
    },
    FeedStoreCheck("releases that a clock ahead has published are found") { store in
      try await store.write(at: moment(0)) { transaction in
        for (publishAt, publishedAt) in [(100, 101), (100, 50), (5, 100), (nil, 100)] {
          var release = try transaction.addRelease(
            name: "\(publishAt ?? 0) \(publishedAt)", note: "", publishAt: publishAt.map(moment),
            actor: editor)
          release.state = .published(revision: 1, at: moment(publishedAt))
          try transaction.update(release)
        }
      }
      for (now, expected) in [(10, ["100 101"]), (99, ["100 101"]), (100, [])] {
        let found = try await store.read { try $0.releasesHandledEarly(at: moment(now)) }
        try requireEqual(found.map(\.name), expected)
      }
    },
    FeedStoreCheck("a photo that a prepared release shows is in use") { store in
      let photos = (1...4).map { TestPhotos.photo($0) }
      let late = moment(1_000_000)
      let id = try await store.write(
        at: moment(0),
        making: { transaction in
          for photo in photos { _ = try transaction.add(photo) }
          _ = try transaction.setPhoto(photos[1].id, assignedTo: "https://example.com/b.jpg")
          var release = try transaction.addRelease(
            name: "r", note: "", publishAt: nil, actor: editor)
          release.operations = """
            [{"op":"patch","kind":"shops","id":1,"body":{"photo":"\(photos[0].id)"}},
             {"op":"patch","kind":"shops","id":2,"body":{"url":"https://example.com/b.jpg",
               "more":["https://example.com\(PhotoAddress.prefix)\(photos[2].id)"]}}]
            """
          try transaction.update(release)
          return release.id
        })
      try await store.read { reader in
        try requireEqual(
          try photos.map { try reader.uses(of: $0.id, limit: 9).map(\.description) },
          [
            ["releases/\(id)/operations[0].body.photo"],
            ["releases/\(id)/operations[1].body.url"],
            ["releases/\(id)/operations[1].body.more[0]"], [],
          ])
        try requireEqual(try reader.unusedPhotos(addedBefore: late), [photos[3].id])
      }
      try await store.write(at: moment(1)) { transaction in
        guard var release = try transaction.release(id) else { return }
        release.state = .published(revision: 1, at: moment(1))
        try transaction.update(release)
      }
      let unused = try await store.read { try $0.unusedPhotos(addedBefore: late) }
      try requireEqual(Set(unused), Set(photos.map(\.id)))
    },
  ]
}
