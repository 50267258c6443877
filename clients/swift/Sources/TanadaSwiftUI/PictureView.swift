// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(SwiftUI)
  import FeedLayout
  public import SwiftUI
  public import TanadaClient

  /// Loads the pictures of a feed, in the place of the system's loader.
  public struct FeedPictureLoader: Sendable {
    /// The picture, or nil where it cannot be had.
    public var load: @Sendable (FeedPicture) async -> Image?

    /// A loader that calls `load` for each picture.
    public init(_ load: @escaping @Sendable (FeedPicture) async -> Image?) { self.load = load }
  }

  extension EnvironmentValues {
    private struct LoaderKey: EnvironmentKey {
      static let defaultValue: FeedPictureLoader? = nil
    }

    /// The loader of pictures; nil for `AsyncImage`.
    public var feedPictureLoader: FeedPictureLoader? {
      get { self[LoaderKey.self] }
      set { self[LoaderKey.self] = newValue }
    }
  }

  /// A picture, cropped by its box and with its focus in sight; its mean colour until it is there.
  struct PictureView: View {
    let image: FeedImage
    let mode: ImageFit.Mode
    let size: Size
    let base: URL
    @Environment(\.displayScale) private var scale
    @Environment(\.feedPictureLoader) private var loader
    @State private var loaded: Image?

    var body: some View {
      // A source that covers its slot is cropped to about the slot already, the original is not.
      let isCropped = mode == .fill && !image.sources.isEmpty
      let slot = FeedLayout.Rect(x: 0, y: 0, width: size.width, height: size.height)
      let drawn = isCropped ? slot : image.rect(in: size, mode: mode)
      let picture = FeedPicture(image, box: size, scale: Double(scale), base: base)
      ZStack(alignment: .topLeading) {
        if let color = image.placeholder?.color { FeedColorView(color: color) }
        shown(picture)
          .frame(width: drawn.width, height: drawn.height)
          .offset(x: drawn.x, y: drawn.y)
      }
      .frame(width: size.width, height: size.height, alignment: .topLeading)
      .clipped()
      .task(id: picture) {
        guard let loader, let picture else { return }
        loaded = await loader.load(picture)
      }
    }

    @ViewBuilder private func shown(_ picture: FeedPicture?) -> some View {
      if loader == nil {
        AsyncImage(url: picture?.url) {
          $0.resizable().scaledToFill()
        } placeholder: {
          Color.clear
        }
      } else if let loaded {
        loaded.resizable().scaledToFill()
      }
    }
  }
#endif
