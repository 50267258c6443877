import FeedModel
import LayoutCatalog
package import StrictJSON

extension FeedDocument {
  /// Writes the whole screen.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      object.member("schema_version", Self.schemaVersion)
      object.member("feed", feed)
      object.member("revision", revision)
      object.member("generated_at", generatedAt.rfc3339)
      object.key("expires_at")
      if let expiresAt { object.value(expiresAt.rfc3339) } else { object.null() }
      object.object("viewport") { viewport.write(to: &$0) }
      object.member("content_size", contentSize)
      object.array("sections", sections) { $1.write(to: &$0) }
    }
  }
}

extension FeedSection {
  /// Writes the section as it stands in a screen.
  package func write(to writer: inout JSONWriter) {
    writer.object { object in
      specification.writeHead(frame: frame, to: &object)
      object.key("layout")
      layout.write(to: &object, presentation: presentation)
      object.array("items", items) { $0.raw($1.json) }
    }
  }
}

extension Composition.Section {
  /// Writes what stands before a section's layout: what it is, and where.
  func writeHead(frame: FeedSection.Box, to object: inout JSONWriter) {
    object.member("id", id)
    object.member("kind", kind.rawValue)
    object.member("title", title)
    if let category { object.member("category", category) }
    if minSchemaVersion > 1 { object.member("min_schema_version", minSchemaVersion) }
    object.object("frame") {
      $0.member("x", frame.x)
      $0.member("y", frame.y)
      $0.member("width", frame.width)
      $0.member("height", frame.height)
    }
  }
}
