import FeedModel
import Foundation

/// The place of a bucket's objects: `s3://bucket` or `s3://bucket/prefix`.
package struct BucketLocation: Hashable, Sendable, CustomStringConvertible {
  package let bucket: String
  /// The beginning of all keys, with a slash at its end, or empty.
  package let prefix: String

  /// `nil` for a text of another form. The name of a bucket has 3 to 63 lower-case letters, digits, points and hyphens;
  /// the parts of a prefix have letters, digits and `-._=`.
  package init?(_ text: String) {
    guard text.hasPrefix("s3://") else { return nil }
    var parts = text.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
    if parts.count > 1, parts.last == "" { parts.removeLast() }
    let bucket = String(parts.removeFirst())
    let isName = bucket.wholeMatch(of: /[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]/) != nil
    let arePlain = parts.allSatisfy { part in
      part != "." && part != ".." && part.wholeMatch(of: /[A-Za-z0-9._=-]+/) != nil
    }
    guard isName, arePlain, text.utf8.count <= 512 else { return nil }
    self.bucket = bucket
    prefix = parts.map { $0 + "/" }.joined()
  }

  package var description: String {
    "s3://" + ([bucket] + prefix.split(separator: "/").map(String.init)).joined(separator: "/")
  }
}

/// The origin of a service for objects: `https://s3.eu-central-1.amazonaws.com`, `http://127.0.0.1:9000`.
package struct ServiceEndpoint: Hashable, Sendable, CustomStringConvertible {
  /// Whether connections are encrypted.
  package let isSecure: Bool
  /// The name or address, and the port if it is not the usual one.
  package let host: String

  /// `nil` for a text that is not `http://` or `https://`, a host and perhaps a port.
  package init?(_ text: String) {
    guard AbsoluteURL.isValid(text), let parts = URLComponents(string: text),
      let scheme = parts.scheme?.lowercased(),
      let host = parts.host?.trimmingCharacters(in: ["[", "]"]),
      ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil, parts.user == nil,
      // It is a part of a header field, and what was escaped in it is not any more.
      host.wholeMatch(of: /[A-Za-z0-9._-]+|[0-9A-Fa-f:.]+/) != nil
    else { return nil }
    isSecure = scheme == "https"
    let usual = isSecure ? 443 : 80
    let name = host.contains(":") ? "[\(host)]" : host
    self.host = name + (parts.port.flatMap { $0 == usual ? nil : ":\($0)" } ?? "")
  }

  /// Amazon's endpoint in `region`.
  package init(region: String) {
    isSecure = true
    let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
    host = "s3.\(region).\(domain)"
  }

  package var description: String { (isSecure ? "https://" : "http://") + host }
}

/// Where requests name the bucket.
package enum BucketAddressing: String, Hashable, Sendable {
  /// In the host at Amazon's service, and in the path at others.
  case auto
  /// In the path: `https://s3.example.com/bucket/key`.
  case path
  /// In the host: `https://bucket.s3.example.com/key`.
  case host

  /// Whether requests to the bucket of `location` name it in their path.
  ///
  /// - Parameter ownEndpoint: whether the service is not Amazon's.
  package func isInPath(_ location: BucketLocation, ownEndpoint: Bool) -> Bool {
    switch self {
    // No certificate is for a name with more points.
    case .auto: ownEndpoint || location.bucket.contains(".")
    case .path: true
    case .host: false
    }
  }
}

/// The address of a bucket at a service.
package struct BucketAddress: Hashable, Sendable {
  package let location: BucketLocation
  package let endpoint: ServiceEndpoint
  /// Whether the bucket is the first part of the path, and not of the name of the host.
  package let isInPath: Bool

  package init(location: BucketLocation, endpoint: ServiceEndpoint, isInPath: Bool) {
    self.location = location
    self.endpoint = endpoint
    self.isInPath = isInPath
  }

  /// The host that requests are sent to, and that they name.
  var host: String { isInPath ? endpoint.host : "\(location.bucket).\(endpoint.host)" }

  /// The path of the object `key`, or of the bucket, before it is encoded.
  ///
  /// - Parameter key: the key without the prefix; `nil` for the bucket.
  func path(of key: String?) -> String {
    let object = key.map { "/" + location.prefix + $0 } ?? "/"
    guard isInPath else { return object }
    return "/\(location.bucket)" + (key == nil ? "" : object)
  }

  /// The name of an object, or of the bucket with its prefix, for messages.
  func name(of key: String?) -> String { key.map { "\(location)/\($0)" } ?? "\(location)" }
}
