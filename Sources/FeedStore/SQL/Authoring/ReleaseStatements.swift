import FeedModel
import Foundation

extension SQLReading {
  func release(_ id: Int) throws -> Release? {
    try releases("id = ?", [id]).first
  }

  func releases(before id: Int?, limit: Int) throws -> [Release] {
    try releases("id < ? ORDER BY id DESC LIMIT ?", [id ?? .max, limit])
  }

  func nextScheduledRelease() throws -> Release? {
    try releases(
      """
      publish_at IS NOT NULL AND published_revision IS NULL AND failed_at IS NULL
        AND operations != '[]'
      ORDER BY publish_at, id LIMIT 1
      """, []
    ).first
  }

  func releasesHandledEarly(at moment: Timestamp) throws -> [Release] {
    try releases(
      """
      publish_at > :now AND (published_at > :now AND published_at >= publish_at OR failed_at > :now)
      ORDER BY published_revision DESC
      """,
      ["now": moment.millisecondsSince1970])
  }

  private func releases(_ condition: String, _ arguments: SQLArguments) throws -> [Release] {
    try attempt {
      try database.rows("SELECT * FROM tanada_releases WHERE \(condition)", arguments).map {
        try Release($0)
      }
    }
  }
}

extension Release {
  fileprivate init(_ row: SQLRow) throws {
    let state: State =
      if let revision: Int = try row["published_revision"],
        let at: Timestamp = try row["published_at"]
      {
        .published(revision: revision, at: at)
      } else if let reason: String = try row["failure"],
        let at: Timestamp = try row["failed_at"]
      {
        .failed(reason: reason, at: at)
      } else {
        .prepared
      }
    let bases: String = try row["bases"]
    try self.init(
      id: row["id"], name: row["name"], note: row["note"], publishAt: row["publish_at"],
      createdAt: row["created_at"],
      actor: AuditActor(recorded: row["actor"]), operations: row["operations"],
      // A damaged release can be read, and deleted.
      bases: (try? JSONDecoder().decode([String: String?].self, from: Data(bases.utf8))) ?? [:],
      state: state)
  }
}

extension SQLTransaction {
  func addRelease(
    name: String, note: String, publishAt: Timestamp?, actor: AuditActor
  ) throws -> Release {
    try attempt {
      let id = try database.first(
        Int.self,
        """
        INSERT INTO tanada_releases (name, note, created_at, actor, publish_at, operations, bases)
        VALUES (?, ?, ?, ?, ?, '[]', '{}')
        RETURNING id
        """,
        [
          name, note, moment.millisecondsSince1970, actor.description,
          publishAt?.millisecondsSince1970,
        ])
      return Release(
        id: id ?? 0, name: name, note: note, publishAt: publishAt,
        createdAt: moment, actor: actor, operations: "[]", bases: [:], state: .prepared)
    }
  }

  func update(_ release: Release) throws {
    try attempt {
      var (failure, failedAt): (String?, Timestamp?)
      if case .failed(let reason, let at) = release.state { (failure, failedAt) = (reason, at) }
      var (revision, publishedAt): (Int?, Timestamp?)
      if case .published(let number, let at) = release.state {
        (revision, publishedAt) = (number, at)
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let bases = String(decoding: try encoder.encode(release.bases), as: UTF8.self)
      try database.perform(
        """
        UPDATE tanada_releases SET name = :name, note = :note, actor = :actor,
          publish_at = :publish_at, operations = :operations, bases = :bases,
          failure = :failure, failed_at = :failed_at,
          published_revision = :published_revision, published_at = :published_at
        WHERE id = :id
        """,
        [
          "id": release.id, "name": release.name, "note": release.note,
          "actor": release.actor.description,
          "publish_at": release.publishAt?.millisecondsSince1970, "operations": release.operations,
          "bases": bases, "failure": failure, "failed_at": failedAt?.millisecondsSince1970,
          "published_revision": revision, "published_at": publishedAt?.millisecondsSince1970,
        ])
    }
  }

  func removeRelease(_ id: Int) throws {
    try attempt {
      try database.perform("DELETE FROM tanada_releases WHERE id = ?", [id])
    }
  }
}
