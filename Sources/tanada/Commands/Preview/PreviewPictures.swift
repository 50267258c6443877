import FeedModel
import FeedPhotos
import FeedPublisher
import Foundation

extension Settings {
  /// The pictures that drawings of `documents` show, as `data:` addresses, inside of them. Those that cannot be made are left out, with a
  /// warning; nothing is written to the folder of the photos.
  func drawnPictures(of documents: [Screen]) async -> [Rendition: String] {
    let photos = Self.photos(of: documents)
    let renditions = documents.reduce(into: Set<Rendition>()) {
      $0.formUnion(SVGPreview.renditions(of: $1))
    }
    // 1. A database without photos needs no workers.
    guard !renditions.isEmpty, let storage = previewedStorage else { return [:] }
    let workers = pictureWorkers(logger: logger())
    // 2. As many at a time as there are workers.
    var addresses: [Rendition: String] = [:]
    let known = renditions.compactMap { rendition in
      photos[rendition.photo].map { (rendition: rendition, photo: $0) }
    }
    await known.forEachBounded(by: photoWorkers) { known in
      await Self.picture(known.rendition, of: known.photo, storage, workers)
    } then: { picture in
      switch picture.address {
      case .success(let address): addresses[picture.rendition] = address
      // The drawing is useful without some of its pictures.
      case .failure(let error): Console.message("warning: \(picture.rendition.photo): \(error)")
      case nil: break
      }
    }
    await workers.stop()
    return addresses
  }

  /// The storage of the photos; `nil` if there is none.
  private var previewedStorage: (any PhotoStorage)? {
    do { return try photoStorageToRead() } catch {
      Console.message("warning: \(error)")
      return nil
    }
  }

  /// A rendition as a `data:` address; `nil` for a photo whose file is gone. A task has no tuple as its
  /// result, for the reason that `PictureMeasuring` gives.
  private struct DrawnPicture: Sendable {
    let rendition: Rendition
    let address: Result<String, any Error>?
  }

  private static func picture(
    _ rendition: Rendition, of photo: Photo, _ storage: any PhotoStorage, _ workers: PictureWorkers
  ) async -> DrawnPicture {
    do {
      guard let file = try await storage.file(of: photo.id) else {
        return DrawnPicture(rendition: rendition, address: nil)
      }
      // The file stays while a worker reads it.
      defer { withExtendedLifetime(file) {} }
      let bytes = try await workers.perform(
        .render(path: file.path, orientation: photo.orientation, RenditionOptions(rendition)))
      let text = Data(bytes).base64EncodedString()
      let address = "data:\(rendition.format.mediaType);base64,\(text)"
      return DrawnPicture(rendition: rendition, address: .success(address))
    } catch {
      return DrawnPicture(rendition: rendition, address: .failure(error))
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
