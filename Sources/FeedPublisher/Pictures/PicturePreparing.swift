/// Makes the pictures of a revision beforehand.
package protocol PicturePreparing: Sendable {
  /// Begins to make `pictures`, which the revision in service shows for the first time. Returns at once: a revision
  /// may hide something, or stand before one that does, so none waits for pictures.
  func prepare(_ pictures: NewPictures)
}
