#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Lists of texts for C, which end with NULL.
enum CStrings {
  /// Calls `body` with two lists.
  static func with<Value>(
    _ first: [String], _ second: [String],
    _ body: (
      UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>
    ) -> Value
  ) -> Value {
    let copies = [first, second].map { texts in texts.map { strdup($0) } }
    defer { for copy in copies.joined() { free(copy) } }
    let lists = copies.map { list in list.map { UnsafePointer($0) } + [nil] }
    return lists[0].withUnsafeBufferPointer { first in
      lists[1].withUnsafeBufferPointer { second in
        guard let first = first.baseAddress, let second = second.baseAddress else {
          preconditionFailure("a list has its NULL at least")
        }
        return body(first, second)
      }
    }
  }
}
