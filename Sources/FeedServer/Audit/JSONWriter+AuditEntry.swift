import FeedModel
package import FeedStore
import StrictJSON

extension JSONWriter {
  /// An entry of the audit.
  package mutating func entry(_ entry: AuditEntry) {
    object { object in
      object.member("number", entry.number)
      if let revision = entry.revision {
        object.member("revision", revision)
      } else {
        object.null("revision")
      }
      object.member("at", entry.at.rfc3339)
      object.member("actor", entry.actor)
      object.member("action", entry.action)
      object.member("subject", entry.subject)
      object.member("before", json: entry.before)
      object.member("after", json: entry.after)
    }
  }

  private mutating func member(_ name: String, json: String?) {
    key(name)
    if let json { raw(Array(json.utf8)) } else { null() }
  }
}
