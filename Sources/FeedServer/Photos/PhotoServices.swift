package import FeedPhotos

/// The photos of a store, and the pictures that are made of them.
package struct PhotoServices: Sendable {
  package let library: PhotoLibrary
  package let renditions: Renditions
  package let warmer: PictureWarmer

  package init(library: PhotoLibrary, renditions: Renditions, warmer: PictureWarmer) {
    self.library = library
    self.renditions = renditions
    self.warmer = warmer
  }
}
