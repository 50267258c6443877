import DocumentSchemas
import FeedModel

/// The schemas of feed documents, which are also those that `tanada types` makes types of.
extension FeedRoutes {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] { Documents.components(kinds) }
}
