import DocumentSchemas
import FeedHTTP
import FeedModel

/// A part of the API: its routes, and their description in `/openapi.json`.
///
/// A resource's handlers, bodies, problems, operations and schemas are in one folder.
/// ``FeedApplication`` lists the resources; the route table and `/openapi.json` follow from that list, in
/// its order.
protocol Resource: SendableMetatype {
  var routes: [Route] { get }
  /// The descriptions of the routes, at least one for each.
  ///
  /// - Parameter kinds: the kinds of content that there are.
  static func operations(_ kinds: ContentKinds) -> [Operation]
  /// The schemas that the operations refer to by name, unless another resource has them.
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component]
}

extension Resource {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] { [] }
}
