package import FeedModel
package import StrictJSON

/// The reads of photos. All of them throw ``StoreError``.
package protocol PhotoReader {
  /// The photo `id`, if there is one.
  func photo(_ id: PhotoID) throws -> Photo?

  /// Up to `limit` photos, the newest first, after the one numbered `number`.
  ///
  /// - Parameter words: each of them is in the alternative text, the camera's make, model or lens, or an
  ///   address that is assigned to the photo.
  func photos(
    matching words: [String], before number: Int?, limit: Int
  ) throws -> [NumberedPhoto]

  /// The photos that `addresses` are assigned to; those without a photo are left out.
  func photos(assignedTo addresses: Set<ExactText>) throws -> [ExactText: PhotoID]

  /// The addresses that are assigned to the photo `id`, in alphabetical order.
  func addresses(of id: PhotoID) throws -> [String]

  /// Up to `limit` places in content that show the photo `id`, then in former versions of items, and then in
  /// releases that are not published: in a photo field, or in a url field by an address that is assigned to the
  /// photo or that is its own.
  func uses(of id: PhotoID, limit: Int) throws -> [PhotoUse]

  /// Whether an item that the public sees shows the photo `id`, in one of these ways.
  ///
  /// - Parameter moment: the time at which the public sees it, while boundaries cannot be written; `nil` for that of
  ///   the newest revision.
  func isShownPublicly(_ id: PhotoID, at moment: Timestamp?) throws -> Bool

  /// The photos that were added before `moment` and that neither content shows nor a former version of an item,
  /// nor a release that is not published.
  func unusedPhotos(addedBefore moment: Timestamp) throws -> [PhotoID]

  /// Up to `limit` addresses in the fields of `kind` that are assigned to no photo, in alphabetical order,
  /// after `address`.
  func unknownPictures(of kind: ContentKind, after address: String?, limit: Int) throws -> [String]
}

/// The writes of photos. All of them throw ``StoreError``.
package protocol PhotoWriter {
  /// Adds `photo`; ``Change/unchanged`` if there is one with its id, which then takes the time at which
  /// `photo` was added.
  func add(_ photo: Photo) throws -> Change

  /// Replaces the editors' description of photo `id`, which exists.
  func describe(_ id: PhotoID, as description: PhotoDescription) throws -> Change

  /// Removes photo `id`, which nothing shows, with the addresses that are assigned to it.
  func removePhoto(_ id: PhotoID) throws -> Change

  /// Assigns `address` to photo `id`, in place of another photo.
  func setPhoto(_ id: PhotoID, assignedTo address: String) throws -> Change
}

/// A photo with its number in the order in which photos were added.
package struct NumberedPhoto: Hashable, Sendable {
  package let number: Int
  package let photo: Photo

  package init(number: Int, photo: Photo) {
    self.number = number
    self.photo = photo
  }
}

/// A place in content that shows a photo.
package struct PhotoUse: Hashable, Sendable, CustomStringConvertible {
  /// The kind of the item; `releases`, which no kind is called, for a release.
  package let kind: String
  package let id: Int
  /// The field; for a release its place, such as `operations[0].body.photo`.
  package let field: String
  /// The revision that ended the last version which showed it; `nil` for a present item.
  package let until: Int?

  package init(kind: String, id: Int, field: String, until: Int? = nil) {
    self.kind = kind
    self.id = id
    self.field = field
    self.until = until
  }

  /// `pickup_photos/7/photo_url`.
  package var description: String {
    "\(kind)/\(id)/\(field)\(until.map { " (before revision \($0))" } ?? "")"
  }
}
