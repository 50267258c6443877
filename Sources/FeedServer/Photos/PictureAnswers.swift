import FeedModel
import FeedPhotos
import FeedPublisher
import FeedStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers with pictures that are made of photos. Such a picture never changes.
struct PictureAnswers: Sendable {
  let library: PhotoLibrary
  let renditions: Renditions

  /// The picture, or 304 if the client has it already.
  func answer(_ picture: PictureRequest, to request: Request) async throws -> Response {
    let tag = EntityTag.text(of: Array(picture.name.utf8))
    var headers: HTTPFields = [.cacheControl: CachePolicy.immutable.rawValue, .eTag: tag]
    if EntityTags(request.headers[values: .ifNoneMatch]).contains(tag, by: .weak) {
      // A tag can be computed for any picture, so the photo must still exist.
      _ = try await library.requirePhoto(picture.photo)
      return Response(status: .notModified, headers: headers)
    }
    let bytes = try await self.picture(picture)
    headers[.contentType] = picture.mediaType
    return Response(
      status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  /// The bytes of a picture.
  ///
  /// - Throws: ``Problem`` if there is no such photo, or the picture cannot be made.
  func picture(_ picture: PictureRequest) async throws -> [UInt8] {
    do {
      return try await renditions.picture(picture)
    } catch Renditions.Failure.noSuchPhoto {
      throw Problem.noPhoto(picture.photo)
    } catch let error as PictureError {
      throw Problem(error)
    }
  }
}

extension CachePolicy {
  /// The policy for pictures, which never change.
  static let immutable = CachePolicy(rawValue: "public, max-age=31536000, immutable")
}
