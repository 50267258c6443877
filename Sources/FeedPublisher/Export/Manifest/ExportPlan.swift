package import FeedModel

/// The difference between what is at a target and what is to be there.
package struct ExportPlan: Sendable {
  /// The objects that stay as they are: those that are the same, and those that nothing names any more and that are kept
  /// for clients with former documents.
  package let staying: [ObjectName: ExportManifest.Entry]
  /// How many of the objects that stay are still named.
  package let unchangedCount: Int
  /// The documents that are written: what others name comes before them.
  package let written: [ExportedObject]
  /// The addresses of the pictures that are written, by their names.
  package let newPictures: [ObjectName: String]
  /// The objects that are removed.
  package let removed: Set<ObjectName>

  /// - Parameters:
  ///   - documents: all documents that are to be there.
  ///   - pictures: the addresses of all pictures that they name, by the names of the objects.
  ///   - former: what is there; `nil` for nothing.
  ///   - pictureVersion: the version of the pictures.
  ///   - moment: the present.
  ///   - duration: how long pages and pictures are kept that nothing names any more.
  package init(
    documents: [ExportedObject], pictures: [ObjectName: String], after former: ExportManifest?,
    pictureVersion: Int, at moment: Timestamp, keeping duration: Duration
  ) {
    let entries = former?.entries ?? [:]
    var staying: [ObjectName: ExportManifest.Entry] = [:]
    var (written, named) = ([ExportedObject](), Set(pictures.keys))
    // 1. Documents, by their content.
    for object in documents where named.insert(object.name).inserted {
      if let entry = entries[object.name], entry.digest == object.digest {
        staying[object.name] = entry
      } else {
        written.append(object)
      }
    }
    // 2. Pictures, by their names: the same name is the same picture.
    let arePicturesKnown = former?.pictureVersion == pictureVersion
    for name in pictures.keys {
      if arePicturesKnown, let entry = entries[name] { staying[name] = entry }
    }
    newPictures = pictures.filter { staying[$0.key] == nil }
    for name in staying.keys { staying[name]?.unnamedSince = nil }
    unchangedCount = staying.count
    // 3. The rest, which nothing names any more: a screen goes at once, and what former documents lead to later.
    let oldest = moment.millisecondsSince1970 - Int(duration / .milliseconds(1))
    var removed = (former?.pending ?? []).subtracting(named)
    for (name, entry) in entries where !named.contains(name) {
      let since = entry.unnamedSince ?? moment
      if entry.role != .screen, since.millisecondsSince1970 > oldest {
        staying[name] = entry
        staying[name]?.unnamedSince = since
      } else {
        removed.insert(name)
      }
    }
    self.staying = staying
    self.removed = removed
    self.written = written.sorted { ($0.role, $0.name) < ($1.role, $1.name) }
  }

  /// The names whose objects change, or go.
  package var touched: Set<ObjectName> {
    removed.union(newPictures.keys).union(written.map(\.name))
  }
}
