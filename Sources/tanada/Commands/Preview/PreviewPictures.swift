import FeedModel
import FeedPhotos
import FeedPublisher
import Foundation

/// The photos that a drawing shows, inside of it.
struct PreviewPictures {
  let settings: Settings

  /// The pictures of `documents` as `data:` addresses. Those that cannot be made are left out, with a
  /// warning; nothing is written to the folder of the photos.
  func addresses(of documents: [Screen]) async -> [Rendition: String] {
    let photos = Self.photos(of: documents)
    let renditions = documents.reduce(into: Set<Rendition>()) {
      $0.formUnion(SVGPreview.renditions(of: $1))
    }
    // 1. A database without photos needs no workers.
    guard !renditions.isEmpty, let storage else { return [:] }
    let workers = settings.pictureWorkers(logger: settings.logger())
    // 2. As many at a time as there are workers.
    var addresses: [Rendition: String] = [:]
    let known = renditions.compactMap { rendition in
      photos[rendition.photo].map { (rendition: rendition, photo: $0) }
    }
    await known.forEachBounded(by: settings.photoWorkers) { known in
      await Self.picture(known.rendition, of: known.photo, storage, workers)
    } then: { picture in
      switch picture.address {
      case .success(let address): addresses[picture.rendition] = address
      // The drawing is useful without some of its pictures.
      case .failure(let error):
        Console.message("warning: \(picture.rendition.photo): \(error)")
      case nil: break
      }
    }
    await workers.stop()
    return addresses
  }

  /// The storage of the photos; `nil` if there is none.
  private var storage: (any PhotoStorage)? {
    do { return try settings.photoStorageToRead() } catch {
      Console.message("warning: \(error)")
      return nil
    }
  }

  /// A rendition as a `data:` address; `nil` for a photo whose file is gone. A task has no tuple as its
  /// result, for the reason that `PictureMeasuring` gives.
  private struct Picture: Sendable {
    let rendition: Rendition
    let address: Result<String, any Error>?
  }

  private static func picture(
    _ rendition: Rendition, of photo: Photo, _ storage: any PhotoStorage, _ workers: PictureWorkers
  ) async -> Picture {
    do {
      guard let file = try await storage.file(of: photo.id) else {
        return Picture(rendition: rendition, address: nil)
      }
      // The file stays while a worker reads it.
      defer { withExtendedLifetime(file) {} }
      let bytes = try await workers.perform(
        .render(path: file.path, orientation: photo.orientation, RenditionOptions(rendition)))
      let text = Data(bytes).base64EncodedString()
      let address = "data:\(rendition.format.mediaType);base64,\(text)"
      return Picture(rendition: rendition, address: .success(address))
    } catch {
      return Picture(rendition: rendition, address: .failure(error))
    }
  }

  private static func photos(of documents: [Screen]) -> [PhotoID: Photo] {
    var photos: [PhotoID: Photo] = [:]
    for section in documents.flatMap(\.sections) {
      for item in section.items {
        if let photo = item.picture?.photo { photos[photo.id] = photo }
      }
    }
    return photos
  }
}
