import FeedStore
import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import HTTPTypes
import HummingbirdCore
import NIOCore

// MARK: - Answering with pictures that are made of photos, which never change

extension PhotoRoutes {
  /// The picture, or 304 if the client has it already.
  ///
  /// - Parameters:
  ///   - rank: the rank of clients without a token.
  ///   - isSigned: whether the request has a signature, which belongs to published content. Otherwise published content
  ///     has to show the photo.
  func answer(
    _ picture: PictureRequest, to request: Request, _ context: FeedRequestContext,
    as rank: PictureClient.Rank, isSigned: Bool = false
  ) async throws -> Response {
    let isPublic = try await isSigned ? true : access.require(picture.photo, for: context)
    let tags = EntityTags(request.headers[values: .ifNoneMatch])
    // The tags of what is sent at present, and of what may have been sent before.
    let accepted = AcceptedMediaTypes(request.headers[values: .accept])
    let substitute = picture.substitute.flatMap { accepted.names($0.mediaType) ? $0 : nil }
    if tags.contains(picture.entityTag, by: .weak) {
      // A tag can be computed for any picture, so the photo must still exist.
      _ = try await renditions.library.requirePhoto(picture.photo)
      return Response(
        status: .notModified, headers: headers(of: picture, for: picture, isPublic: isPublic))
    }
    let (made, bytes) = try await self.picture(
      picture, orSubstitute: substitute != nil, context, as: rank)
    var headers = headers(of: made, for: picture, isPublic: isPublic)
    if tags.contains(made.entityTag, by: .weak) {
      return Response(status: .notModified, headers: headers)
    }
    headers[.contentType] = made.mediaType
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  private func headers(
    of made: PictureRequest, for picture: PictureRequest, isPublic: Bool
  ) -> HTTPFields {
    var headers: HTTPFields = [.eTag: made.entityTag]
    let policy = made == picture ? CachePolicy.immutable : .substitute
    headers[.cacheControl] = (isPublic ? policy : .private).rawValue
    if made != picture { headers[.vary] = "Accept" }
    return headers
  }

  /// The bytes of a picture.
  ///
  /// - Throws: ``Problem`` if there is no such photo, or the picture cannot be made.
  func picture(
    _ picture: PictureRequest, orSubstitute: Bool = false, _ context: FeedRequestContext,
    as rank: PictureClient.Rank
  ) async throws -> (made: PictureRequest, bytes: [UInt8]) {
    let client = PictureClient(
      context.identity == nil ? rank : .editor,
      name: context.clientAddress.map { "\($0.subscriber)" })
    // The picture that is sent is charged if it has to be made.
    let isThere =
      renditions.isMade(picture)
      || orSubstitute && picture.substitute.map { renditions.isMade($0) } ?? false
    if !isThere { try await spend(on: picture, for: client, context) }
    do {
      return try await context.whilePresent { [renditions] in
        if orSubstitute { return try await renditions.pictureOrSubstitute(picture, for: client) }
        return (picture, try await renditions.picture(picture, for: client))
      }
    } catch Renditions.Failure.noSuchPhoto {
      throw Problem.noPhoto(picture.photo)
    } catch let error as PictureError {
      throw Problem(error)
    }
  }

  /// Takes a picture that is to be made from the budget of the client.
  private func spend(
    on picture: PictureRequest, for client: PictureClient, _ context: FeedRequestContext
  ) async throws {
    guard client.rank == .open, let address = context.clientAddress else { return }
    let photo = try await renditions.library.requirePhoto(picture.photo)
    try budget.spend(picture.workedPixels(of: photo.size), by: Client(address))
  }
}

extension PictureRequest {
  /// The tag of the picture, as this version of the program makes it.
  fileprivate var entityTag: String {
    EntityTag.text(of: Array("\(name) \(Renditions.version)".utf8))
  }
}

extension CachePolicy {
  /// The policy for pictures, which never change.
  static let immutable = CachePolicy(rawValue: "public, max-age=31536000, immutable")
  /// The policy for a picture that stands in for another one, which is being made.
  static let substitute = CachePolicy(rawValue: "public, max-age=60")
}
