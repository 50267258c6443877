import Crypto

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

/// A share of all clients that say a key: those whose place by a salt is from one number up to another.
///
/// With another salt, the places are others, independent of these. Shares with one salt that touch have no client in
/// common and leave none out.
public struct ClientShare: Sendable {
  /// The first place of the share; at least 0.
  public let from: Double
  /// The first place behind the share, above `from`. 1 is behind all places.
  public let to: Double
  /// 1…64 characters.
  public let salt: String

  /// The longest salt, in code points.
  package static let maximumSaltLength = 64

  package init(from: Double, to: Double, salt: String) {
    (self.from, self.to, self.salt) = (from, to, salt)
  }

  /// Whether a client with `bucket` belongs to the share.
  func contains(_ bucket: ClientFacts.Bucket) -> Bool {
    let place: Double
    switch bucket {
    case .unknown: return false
    case .key(let key): place = Self.place(of: key, salt: salt)
    case .place(let given): place = given
    }
    // The last places of 64 bits are 1 as a double.
    return from <= place && (place < to || to == 1)
  }

  /// Whether no client of it belongs to `other`, which has the same salt.
  func excludes(_ other: ClientShare) -> Bool {
    salt.utf8.elementsEqual(other.salt.utf8) && (to <= other.from || other.to <= from)
  }

  /// The place of `key`: the first eight bytes of SHA-256 of the salt, a colon and the key in UTF-8, as a whole
  /// number with the highest byte first, divided by 2⁶⁴.
  package static func place(of key: String, salt: String) -> Double {
    let digest = SHA256.hash(data: Array("\(salt):\(key)".utf8))
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Double(number) / 0x1p64
  }
}

extension ClientShare: Hashable {
  /// Salts are compared by their bytes, which decide the places.
  public static func == (left: ClientShare, right: ClientShare) -> Bool {
    left.from == right.from && left.to == right.to && left.salt.utf8.elementsEqual(right.salt.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(from)
    hasher.combine(to)
    for byte in salt.utf8 { hasher.combine(byte) }
  }
}
