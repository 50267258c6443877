import FeedStore
import HTTPTypes
import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The head of a request as the decoder makes it, with the fields that hold for every request, read in one pass.
final class ReceivedHead: Sendable {
  let head: HTTPRequestHead
  let acceptEncoding: String?
  let ifNoneMatch: String?
  let origin: String?
  /// The only id that the client gives the request, if it is acceptable.
  let acceptableID: String?
  /// The only `traceparent`.
  private let traceparent: String?
  /// The values of `X-Forwarded-For`.
  let forwarded: [String]
  /// Whether a proxy has passed the request on, by its own account.
  let isForwarded: Bool
  /// Whether the first proxy received the request over TLS, by its own account.
  let isOfHTTPS: Bool
  /// Whether the client expects an interim response (RFC 9110, section 10.1.1), and whether it expects anything else.
  let expectsInterim: Bool
  let expectsMore: Bool
  /// Whether the client waits for an interim response before it sends the body.
  let asksToContinue: Bool
  /// Whether the client asks for the end of the connection, or for another protocol.
  let endsConnection: Bool
  /// Whether the decoder's head is a request by all rules: one valid host, or none in HTTP/1.0 (RFC 9112, section 3.2), no
  /// fragment in the target (section 3.2.1), and no transfer coding but `chunked`, which the decoder reads (section 6.1):
  /// where others see another length, the rest would be another request.
  let isValid: Bool
  /// Whether the request can be answered from memory: it has no token, no session and no body, and no field is repeated.
  let isPlain: Bool

  init(_ head: HTTPRequestHead) {
    let isFormerVersion = head.isOfFormerVersion
    var isValid = !head.uri.utf8.contains(UInt8(ascii: "#"))
    var isPlain = (head.method == .GET || head.method == .HEAD) && !isFormerVersion
    var acceptEncoding, ifNoneMatch, origin, id, traceparent: String?
    var forwarded: [String] = []
    var expectations: [String] = []
    var (hosts, codings, ids, traces) = (0, 0, 0, 0)
    var (isKept, endsConnection, hasBody) = (false, false, false)
    var (isForwarded, isOfHTTPS, isProtocolTold) = (false, false, false)
    for (name, value) in head.headers {
      switch name.utf8.count {
      case 4 where name.isField("host"):
        hosts += 1
        if !value.isHost { isValid = false }
      case 6 where name.isField("cookie"): if SessionCookie.mayBe(in: value) { isPlain = false }
      case 6 where name.isField("origin"): if !Self.note(value, as: &origin) { isPlain = false }
      case 6 where name.isField("expect"):
        isPlain = false
        expectations += value.split(separator: ",").map { $0.trimmed.lowercased() }
      case 7 where name.isField("upgrade"): isPlain = false
      case 9 where name.isField("forwarded"): isForwarded = true
      case 10 where name.isField("connection"):
        for option in value.split(separator: ",") {
          switch option.trimmed.lowercased() {
          case "keep-alive": isKept = true
          case "close", "upgrade": endsConnection = true
          default: break
          }
        }
      case 11 where name.isField("traceparent"):
        traces += 1
        traceparent = traces == 1 ? value : nil
      case 12 where name.isField("x-request-id"):
        ids += 1
        if ids > 1 { isPlain = false }
        id = ids == 1 ? RequestIDs.acceptable(value) : nil
      case 13 where name.isField("if-none-match"):
        if !Self.note(value, as: &ifNoneMatch) { isPlain = false }
      case 13 where name.isField("authorization"): isPlain = false
      case 14 where name.isField("content-length"):
        isPlain = false
        if value != "0" { hasBody = true }
      case 15 where name.isField("accept-encoding"):
        if !Self.note(value, as: &acceptEncoding) { isPlain = false }
      case 15 where name.isField("x-forwarded-for"):
        forwarded.append(value)
        isForwarded = true
      case 16 where name.isField("x-forwarded-host"): isForwarded = true
      case 17 where name.isField("x-forwarded-proto"):
        if !isProtocolTold {
          isOfHTTPS = value.prefix { $0 != "," }.trimmed.lowercased() == "https"
        }
        (isForwarded, isProtocolTold) = (true, true)
      case 17 where name.isField("transfer-encoding"):
        (isPlain, hasBody) = (false, true)
        codings += 1
        if value.lowercased() != "chunked" { isValid = false }
      default: break
      }
    }
    if !(hosts == 1 || hosts == 0 && isFormerVersion) || codings > 1 { isValid = false }
    // The decoder ends with CONNECT; a body with chunks has no end that HTTP/1.0 knows.
    if isFormerVersion && (!isKept || codings > 0) || head.method == .CONNECT {
      endsConnection = true
    }
    self.head = head
    (self.acceptEncoding, self.ifNoneMatch, self.origin) = (acceptEncoding, ifNoneMatch, origin)
    (acceptableID, self.traceparent) = (id, traceparent)
    (self.forwarded, self.isForwarded, self.isOfHTTPS) = (forwarded, isForwarded, isOfHTTPS)
    expectsInterim = expectations.contains("100-continue")
    expectsMore = expectations.contains { !["", "100-continue"].contains($0) }
    asksToContinue = expectsInterim && hasBody && !isFormerVersion
    self.endsConnection = endsConnection
    self.isValid = isValid
    self.isPlain = isPlain && !endsConnection
  }

  /// The place of the request in a distributed trace, as the client or a proxy tells it in `traceparent` (W3C Trace Context,
  /// section 3.2): the id of the trace, and that of the span that the request is part of. It is taken over into logs; the
  /// server records no spans of its own.
  var trace: (traceID: String, parentID: String)? {
    let parts = (traceparent ?? "").split(
      separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].isLowerHexadecimal(2), parts[0] != "ff",
      // Version 00 has four parts; later ones may have more.
      parts[0] != "00" || parts.count == 4,
      parts[1].isLowerHexadecimal(32), parts[1].contains(where: { $0 != "0" }),
      parts[2].isLowerHexadecimal(16), parts[2].contains(where: { $0 != "0" }),
      parts[3].isLowerHexadecimal(2)
    else { return nil }
    return (String(parts[1]), String(parts[2]))
  }

  /// Notes the value of a field, which must not be repeated.
  ///
  /// - Returns: whether it is not.
  private static func note(_ value: String, as field: inout String?) -> Bool {
    guard field == nil else { return false }
    field = value
    return true
  }

  /// The head of a request without a connection.
  convenience init(_ request: HTTPRequest) throws { self.init(try HTTPRequestHead(request)) }

  /// The path and the query, as they were sent.
  var target: String { head.uri }
  var method: String { head.method.rawValue }
  var isHead: Bool { head.method == .HEAD }

  /// Whether the client has what has `tag` (RFC 9110, section 13.1.2).
  func knows(_ tag: String) -> Bool {
    ifNoneMatch.map { $0 == tag || EntityTags([$0]).contains(tag, by: .weak) } ?? false
  }
}

extension HTTPRequestHead {
  /// Whether the request is of HTTP/1.0.
  var isOfFormerVersion: Bool { version.major == 1 && version.minor == 0 }
}

extension String {
  /// Compares this with the name of a header field, ignoring case.
  ///
  /// - Parameter name: A name of the same length in lower case.
  fileprivate func isField(_ name: StaticString) -> Bool {
    var own = self
    return own.withUTF8 { own in
      name.withUTF8Buffer { name in
        for index in name.indices {
          let byte = own[index]
          let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
          if lower != name[index] { return false }
        }
        return true
      }
    }
  }

  /// Whether all characters are letters and digits of ASCII, or among `others`.
  func consists(of others: StaticString) -> Bool {
    let others = UnsafeBufferPointer(start: others.utf8Start, count: others.utf8CodeUnitCount)
    return utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        true
      default: others.contains(byte)
      }
    }
  }

  /// Whether this is a host and perhaps a port (RFC 3986, section 3.2.2).
  fileprivate var isHost: Bool { consists(of: "-._~%!$&'()*+;=:[]") }
}

extension StringProtocol {
  /// Whether this is `count` hexadecimal digits in lower case.
  fileprivate func isLowerHexadecimal(_ count: Int) -> Bool {
    utf8.count == count
      && utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
