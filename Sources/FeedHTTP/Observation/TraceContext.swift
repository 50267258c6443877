/// The place of a request in a distributed trace, as the client or a proxy tells it in `traceparent` (W3C Trace Context,
/// section 3.2). It is taken over into logs; the server records no spans of its own.
struct TraceContext: Hashable {
  /// The trace: 32 hexadecimal digits.
  let traceID: String
  /// The span that the request is part of: 16 hexadecimal digits.
  let parentID: String

  /// Parses the value of `traceparent`; `nil` for one that is to be ignored.
  init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", maxSplits: 4, omittingEmptySubsequences: false)
    guard parts.count >= 4, parts[0].isLowerHexadecimal(2), parts[0] != "ff",
      // Version 00 has four parts; later ones may have more.
      parts[0] != "00" || parts.count == 4,
      parts[1].isLowerHexadecimal(32), parts[1].contains(where: { $0 != "0" }),
      parts[2].isLowerHexadecimal(16), parts[2].contains(where: { $0 != "0" }),
      parts[3].isLowerHexadecimal(2)
    else { return nil }
    traceID = String(parts[1])
    parentID = String(parts[2])
  }
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
