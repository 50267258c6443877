import FeedHTTP
import FeedModel

/// A part of the API: its routes, and the schemas that they refer to by name.
///
/// A resource's routes, handlers, bodies, problems and schemas are in one folder. ``FeedApplication`` lists the resources;
/// everything else that has to do with routes follows from that list, in its order.
protocol Resource: Sendable {
  /// The group of the routes in `/openapi.json`.
  static var tag: String { get }
  var routes: [Route] { get }
  /// The schemas that the routes refer to by name, unless another resource has them.
  ///
  /// - Parameter kinds: The kinds of content that there are.
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component]
}

extension Resource {
  static func schemas(_ kinds: ContentKinds) -> [Schema.Component] { [] }
}

extension Route {
  /// The operations of a route that has one for each kind.
  static func ofEachKind(
    _ operation: @escaping @Sendable (ContentKind) -> Operation
  ) -> @Sendable (ContentKinds) -> [Operation] {
    { $0.all.map(operation) }
  }
}
