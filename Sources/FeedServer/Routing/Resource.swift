/// A part of the API: its routes, and what `/openapi.json` says about them.
///
/// A resource's handlers, bodies, problems, operations and schemas are in one folder.
/// ``FeedApplication`` lists the resources; the route table and `/openapi.json` follow from that list, in
/// its order.
protocol Resource {
  var routes: [Route] { get }
  /// The descriptions of the routes, at least one for each.
  static var operations: [Operation] { get }
  /// The schemas that the operations refer to by name, unless another resource has them.
  static var schemas: [Schema.Component] { get }
}

extension Resource {
  static var schemas: [Schema.Component] { [] }
}
