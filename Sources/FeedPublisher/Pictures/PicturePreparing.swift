/// Makes the pictures of a revision before it is served.
package protocol PicturePreparing: Sendable {
  /// Makes `pictures`, which a revision shows for the first time, before the revision goes into service.
  ///
  /// - Parameter waits: whether the revision waits for them; the first one of a server does not.
  func prepare(_ pictures: NewPictures, waits: Bool) async
}
