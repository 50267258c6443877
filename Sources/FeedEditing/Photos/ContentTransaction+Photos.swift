package import FeedModel
package import FeedStore
import StrictJSON

/// Writes of the rows of photos that note who made them. Their files are not theirs.
extension ContentTransaction {
  /// Adds the row of `photo`; one that is there counts as added when `photo` was.
  ///
  /// - Parameter address: an address in content that is assigned to the photo; `nil` for none.
  /// - Returns: whether it is new.
  package func addPhoto(
    _ photo: Photo, assignedTo address: String?, by actor: AuditActor
  ) throws -> Bool {
    let isNew = try add(photo) == .inserted
    if isNew { try audit(.photo(photo.id, from: nil, to: photo, by: actor)) }
    if let address { try assign(address, to: photo.id, by: actor) }
    return isNew
  }

  /// Assigns `address` to photo `id`, in place of another one.
  private func assign(_ address: String, to id: PhotoID, by actor: AuditActor) throws {
    let before = try photos(assignedTo: [address.exact])[address.exact]
    guard try setPhoto(id, assignedTo: address) != .unchanged else { return }
    try audit(.assignment(of: address, from: before, to: id, by: actor))
  }

  /// Changes what editors say of photo `id`.
  ///
  /// - Parameter change: makes the description of the photo as it is.
  /// - Returns: the photo as it is then; `nil` if there is none.
  /// - Throws: what `change` throws, or ``StoreError``.
  package func describePhoto(
    _ id: PhotoID, by actor: AuditActor, _ change: (Photo) throws -> PhotoDescription
  ) throws -> Photo? {
    guard let before = try photo(id) else { return nil }
    var after = before
    after.description = try change(before)
    if try describe(id, as: after.description) != .unchanged {
      try audit(.photo(id, from: before, to: after, by: actor))
    }
    return after
  }

  /// Removes the row of photo `id`, unless content shows it.
  ///
  /// - Returns: whether there was one.
  /// - Throws: ``PhotoInUse``, or ``StoreError``.
  package func removePhoto(_ id: PhotoID, by actor: AuditActor) throws -> Bool {
    guard let before = try photo(id) else { return false }
    let uses = try uses(of: id, limit: PhotoInUse.maximumCount)
    guard uses.isEmpty else { throw PhotoInUse(id: id, uses: uses) }
    _ = try removePhoto(id)
    try audit(.photo(id, from: before, to: nil, by: actor))
    return true
  }
}

/// A photo cannot be removed, because content shows it.
package struct PhotoInUse: Error, Sendable, CustomStringConvertible {
  /// The most places that are listed.
  package static let maximumCount = 100

  package let id: PhotoID
  package let uses: [PhotoUse]

  package var description: String {
    "the photo \(id) is shown by \(uses.map(\.description).joined(separator: ", "))"
  }
}
