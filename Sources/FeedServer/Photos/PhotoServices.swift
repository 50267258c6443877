package import FeedPhotos

/// The photos of a store, and the pictures that are made of them.
package struct PhotoServices: Sendable {
  package let library: PhotoLibrary
  package let renditions: Renditions

  package init(library: PhotoLibrary, renditions: Renditions) {
    self.library = library
    self.renditions = renditions
  }
}
