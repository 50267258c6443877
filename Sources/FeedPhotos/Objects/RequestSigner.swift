import Crypto
package import FeedModel
import Foundation

/// Signs requests by AWS Signature Version 4, which services for objects other than Amazon's ask for as well.
package struct RequestSigner: Sendable {
  let credentials: BucketCredentials
  private let region: String
  private let service: String

  /// - Parameters:
  ///   - region: the region that the signatures are for.
  ///   - service: the name of the service that the signatures are for.
  package init(credentials: BucketCredentials, region: String, service: String = "s3") {
    self.credentials = credentials
    self.region = region
    self.service = service
  }

  /// The value of `Authorization` for a request. All of its fields are signed, `x-amz-date` among them.
  ///
  /// - Parameter moment: when the request is sent; the service refuses signatures of another time.
  package func authorization(for request: SignedParts, at moment: Timestamp) -> String {
    // 1. The request in the one form in which the service hashes it too.
    let canonical = request.canonicalText
    // 2. The text that is signed: the form's hash, and what the key is for.
    let day = String(moment.compactText.prefix(8))
    let scope = "\(day)/\(region)/\(service)/aws4_request"
    let text = [
      "AWS4-HMAC-SHA256", moment.compactText, scope,
      SHA256.hash(data: Data(canonical.utf8)).hexadecimalText,
    ].joined(separator: "\n")
    // 3. A key for the day, the region and the service.
    var key = SymmetricKey(data: Data("AWS4\(credentials.secretAccessKey)".utf8))
    for part in [day, region, service, "aws4_request"] {
      key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
    }
    // 4. The signature.
    let signature = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    return "AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyID)/\(scope), "
      + "SignedHeaders=\(request.signedNames), Signature=\(signature.hexadecimalText)"
  }
}

/// The parts of a request that a signature is for.
package struct SignedParts: Sendable {
  private let method: String
  private let path: String
  private let query: [(name: String, value: String)]
  private let fields: [(name: String, value: String)]
  private let contentHash: String

  /// The hash of no body.
  package static let emptyContentHash = SHA256.hash(data: Data()).hexadecimalText

  /// - Parameters:
  ///   - path: the path, with its slash, before it is encoded.
  ///   - query: names and values, before they are encoded.
  ///   - fields: header fields, with `host`.
  ///   - contentHash: the SHA-256 of the body, in hexadecimal digits.
  package init(
    method: String, path: String, query: [(name: String, value: String)] = [],
    fields: [(name: String, value: String)], contentHash: String = emptyContentHash
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.fields = fields
    self.contentHash = contentHash
  }

  /// The canonical request.
  fileprivate var canonicalText: String {
    [
      method, encodedPath, encodedQuery,
      sortedFields.map { "\($0.name):\($0.value)\n" }.joined(), signedNames, contentHash,
    ].joined(separator: "\n")
  }

  /// The names of the fields that are signed.
  fileprivate var signedNames: String { sortedFields.map(\.name).joined(separator: ";") }

  /// The path as it is signed and sent.
  var encodedPath: String { path.encodedForSigning(keepsSlashes: true) }

  /// The query as it is signed and sent: sorted by its encoded names and then values.
  var encodedQuery: String {
    query
      .map { ($0.name.encodedForSigning(), $0.value.encodedForSigning()) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
      .map { "\($0.0)=\($0.1)" }
      .joined(separator: "&")
  }

  /// The fields with names in lower case, and values without white space around them and with single spaces inside.
  private var sortedFields: [(name: String, value: String)] {
    fields
      .map { field in
        let words = field.value.split(separator: " ", omittingEmptySubsequences: true)
        return (field.name.lowercased(), words.joined(separator: " "))
      }
      .sorted { $0.name < $1.name }
  }
}

extension String {
  /// The text with every byte but letters, digits, `-`, `.`, `_` and `~` as `%` and two digits.
  fileprivate func encodedForSigning(keepsSlashes: Bool = false) -> String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "/") where keepsSlashes: encoded += "/"
      default:
        encoded += byte < 16 ? "%0" : "%"
        encoded += String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }
}

extension Timestamp {
  /// The basic form of ISO 8601 in UTC: `20221201T073000Z`.
  var compactText: String {
    String(rfc3339.filter { $0 != "-" && $0 != ":" }.prefix(15)) + "Z"
  }
}

extension Sequence<UInt8> {
  /// The bytes as lower-case hexadecimal digits.
  package var hexadecimalText: String {
    reduce(into: "") { text, byte in
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16)
    }
  }
}

/// The key with which requests to a bucket are signed.
package struct BucketCredentials: Hashable, Sendable {
  package let accessKeyID: String
  let secretAccessKey: String
  /// The token of temporary keys; `nil` for others.
  let sessionToken: String?

  package init(accessKeyID: String, secretAccessKey: String, sessionToken: String? = nil) {
    self.accessKeyID = accessKeyID
    self.secretAccessKey = secretAccessKey
    self.sessionToken = sessionToken
  }
}

extension BucketCredentials: CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The name of the key, without the key.
  package var description: String { accessKeyID }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: ["accessKeyID": accessKeyID]) }
}
