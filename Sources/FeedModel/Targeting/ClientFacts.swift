/// The facts that a client says about its reader, as far as conditions ask for them.
public struct ClientFacts: Hashable, Sendable {
  /// The place of a client among all of them, for conditions on a share.
  public enum Bucket: Hashable, Sendable {
    /// The client has not said any: it is in no share.
    case unknown
    /// An opaque key, which has another place for each salt.
    case key(String)
    /// One place for all salts, from 0 up to 1: that of a preview.
    case place(Double)
  }

  /// The platform; `nil` if the client does not say it.
  public var platform: String?
  /// The version of the app; `nil` if the client says none, or one that cannot be read.
  public var appVersion: AppVersion?
  /// The audiences that the reader belongs to.
  public var audiences: Set<String>
  public var bucket: Bucket

  /// The facts of a client; without any, it meets no condition.
  public init(
    platform: String? = nil, appVersion: AppVersion? = nil, audiences: Set<String> = [],
    bucket: Bucket = .unknown
  ) {
    self.platform = platform
    self.appVersion = appVersion
    self.audiences = audiences
    self.bucket = bucket
  }
}
