import FeedModel
import FeedPhotos
import FeedPreview
import FeedPublisher
import Foundation

/// The photos that a drawing shows, inside of it.
struct PreviewPictures {
  let settings: Settings

  /// The pictures of `documents` as `data:` addresses. Those that cannot be made are left out, with a
  /// warning; nothing is written to the folder of the photos.
  func addresses(of documents: [FeedDocument]) async -> [Rendition: String] {
    let photos = Self.photos(of: documents)
    let renditions = documents.reduce(into: Set<Rendition>()) {
      $0.formUnion(SVGPreview.renditions(of: $1))
    }
    // 1. A database without photos needs no workers.
    guard !renditions.isEmpty, FileManager.default.fileExists(atPath: settings.photosFolder),
      let storage = try? PhotoFolder(path: settings.photosFolder)
    else { return [:] }
    let workers = settings.pictureWorkers(logger: settings.logger())
    // 2. As many at a time as there are workers.
    var addresses: [Rendition: String] = [:]
    var rest = Array(renditions)[...]
    await withTaskGroup(of: (Rendition, Result<String, any Error>?).self) { group in
      func next() {
        guard let rendition = rest.popFirst(), let photo = photos[rendition.photo] else { return }
        group.addTask { (rendition, await Self.address(of: rendition, photo, storage, workers)) }
      }
      for _ in 0..<settings.photoWorkers { next() }
      for await (rendition, result) in group {
        next()
        switch result {
        case .success(let address): addresses[rendition] = address
        // The drawing is useful without some of its pictures.
        case .failure(let error): Console.message("warning: \(rendition.photo): \(error)")
        case nil: break
        }
      }
    }
    await workers.stop()
    return addresses
  }

  /// The picture as a `data:` address; `nil` for a photo whose file is gone.
  private static func address(
    of rendition: Rendition, _ photo: Photo, _ storage: PhotoFolder, _ workers: PictureWorkers
  ) async -> Result<String, any Error>? {
    guard let path = await storage.file(of: photo.id) else { return nil }
    do {
      let bytes = try await workers.perform(
        .render(path: path, orientation: photo.orientation, RenditionOptions(rendition)))
      let text = Data(bytes).base64EncodedString()
      return .success("data:\(rendition.format.mediaType);base64,\(text)")
    } catch {
      return .failure(error)
    }
  }

  private static func photos(of documents: [FeedDocument]) -> [PhotoID: Photo] {
    var photos: [PhotoID: Photo] = [:]
    for section in documents.flatMap(\.sections) {
      for item in section.items {
        if let photo = item.picture?.photo { photos[photo.id] = photo }
      }
    }
    return photos
  }
}
