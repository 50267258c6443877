import StrictJSON

/// The result of a request, before it is written as a revision of the protocol has it.
struct MethodResult: Sendable {
  /// How long a client may keep a result, and for whom.
  enum Freshness: Sendable {
    /// The same for everybody, as long as this program runs.
    case constant
    /// To be read again each time.
    case changing
  }

  let members: @Sendable (inout JSONWriter) -> Void
  /// `nil` for a result that is not kept.
  var freshness: Freshness?
  /// The subscription that ends with this result; `nil` for all other requests.
  var subscription: RequestID?

  init(_ freshness: Freshness? = nil, _ members: @escaping @Sendable (inout JSONWriter) -> Void) {
    (self.freshness, self.members) = (freshness, members)
  }

  /// How long constant results are kept, in milliseconds: an hour.
  private static let lifetime = 3_600_000

  /// Writes the members as `revision` has them.
  func write(to object: inout JSONWriter, in revision: ProtocolRevision) {
    if revision.describesResults { object.member("resultType", "complete") }
    members(&object)
    guard revision.describesResults else { return }
    if let freshness {
      object.member("ttlMs", freshness == .constant ? Self.lifetime : 0)
      object.member("cacheScope", freshness == .constant ? "public" : "private")
    }
    object.object("_meta") { meta in
      meta.object("io.modelcontextprotocol/serverInfo") { AssistantMethods.writeServer(to: &$0) }
      if let subscription {
        meta.member("io.modelcontextprotocol/subscriptionId", json: subscription)
      }
    }
  }
}
