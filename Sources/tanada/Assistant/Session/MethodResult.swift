import ArgumentParser
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

  init(
    _ freshness: Freshness? = nil, _ members: @escaping @Sendable (inout JSONWriter) -> Void
  ) {
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
      meta.object("io.modelcontextprotocol/serverInfo") { AssistantServer.write(to: &$0) }
      if let subscription {
        meta.key("io.modelcontextprotocol/subscriptionId")
        meta.raw(subscription.json)
      }
    }
  }
}

/// How this server describes itself.
enum AssistantServer {
  /// Writes its name and version.
  static func write(to object: inout JSONWriter) {
    object.member("name", "tanada")
    object.member("title", "tanada")
    object.member("version", ProgramVersion.current.text)
  }

  /// Writes what it can do. Its lists do not change while it runs, or it does not say so.
  static func writeCapabilities(to object: inout JSONWriter) {
    object.object("capabilities") { capabilities in
      capabilities.object("tools") { _ in }
      capabilities.object("resources") { _ in }
    }
  }

  /// What a model is told before it uses the tools.
  static func instructions(writes: Bool) -> String {
    let reading = """
      tanada serves home screens: feeds made of sections, each of which shows items of a kind of content in a layout. \
      Begin with list_kinds and list_feeds. get_screen says what readers see, and preview_screen shows it as a picture.
      """
    let preparing = """
      You publish nothing. To change something, create a release, add operations to it, check them with compare_release \
      and preview_screen, and tell the person its id: an editor looks at it and publishes it in the studio.
      """
    return reading + "\n" + (writes ? preparing : "You can only read here.")
  }
}
