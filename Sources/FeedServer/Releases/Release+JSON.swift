import FeedEditing
import FeedModel
import FeedStore
import StrictJSON

extension JSONWriter {
  /// A release in a list, without its operations.
  mutating func summary(of release: Release, _ conflicts: [ReleaseConflict]) {
    object { object in
      object.members(of: release)
      object.array("conflicts", conflicts) { $0.conflict($1) }
    }
  }

  /// A release with its operations and conflicts.
  mutating func release(_ release: Release, _ conflicts: [ReleaseConflict]) {
    object { object in
      object.members(of: release)
      object.array("operations", release.operationTrees) { $0.raw($1.bytes) }
      object.array("conflicts", conflicts) { $0.conflict($1) }
    }
  }

  private mutating func members(of release: Release) {
    let (state, failure): (String, String?) =
      switch release.state {
      case .prepared: ("prepared", nil)
      case .failed(let reason, _): ("failed", reason)
      case .published: ("published", nil)
      }
    member("id", release.id)
    member("name", release.name)
    member("note", release.note)
    member("state", state)
    member("publish_at", optional: release.publishAt) { $0.value($1.rfc3339) }
    member("created_at", release.createdAt.rfc3339)
    member("actor", release.actor.description)
    member("operation_count", release.operationCount)
    member("failure", optional: failure) { $0.value($1) }
    if case .published(let revision, let at) = release.state {
      member("published_revision", revision)
      member("published_at", at.rfc3339)
    } else {
      null("published_revision")
      null("published_at")
    }
  }

  private mutating func conflict(_ conflict: ReleaseConflict) {
    object { object in
      object.member("operation", conflict.index)
      object.member("subject", conflict.subject.description)
      object.member("expected", optional: conflict.expected) { $0.value($1) }
      object.member("found", optional: conflict.found.tag) { $0.value($1) }
      object.member("obstacle", optional: conflict.obstacle?.description) { $0.value($1) }
    }
  }
}
