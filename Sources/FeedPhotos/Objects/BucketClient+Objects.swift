import FeedModel
import Foundation
import Synchronization

extension BucketClient {
  /// Stores a file as the object `key`, in place of another one. The service compares what it has received with the
  /// hash.
  ///
  /// - Parameters:
  ///   - hash: the SHA-256 of the file, in hexadecimal digits.
  ///   - fields: the fields that responses with the object have; those that begin with `x-amz-meta-` are the caller's own.
  ///   - onlyIfNew: whether an object that is there is an error (``BucketError/isFailedCondition``).
  /// - Throws: ``BucketError``, or `CancellationError`.
  package func put(
    _ key: String, fileAt path: String, byteCount: Int, hash: String,
    fields: [(name: String, value: String)] = [("content-type", "application/octet-stream")],
    onlyIfNew: Bool = false
  ) async throws {
    var request = ObjectRequest(method: "PUT", key: key)
    request.body = (path, byteCount, hash)
    request.fields = fields
    if onlyIfNew { request.fields.append(("if-none-match", "*")) }
    try await send(request)
  }

  /// Reads the object `key`. A transfer that breaks off goes on where it ended, by a range of the same version.
  ///
  /// - Parameter receive: takes the next bytes, on another thread.
  /// - Returns: whether there is such an object.
  /// - Throws: ``BucketError``, what `receive` throws, or `CancellationError`.
  package func get(
    _ key: String, receive: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async throws -> Bool {
    let progress = Mutex(PartialObject())
    do {
      try await send(
        ObjectRequest(method: "GET", key: key),
        receive: { head, bytes in
          if let new = progress.withLock({ $0.newBytes(head, bytes.count) }) {
            try receive(UnsafeRawBufferPointer(rebasing: bytes[new...]))
          }
        }, beforeAttempt: { progress.withLock { $0.beginAttempt() } })
      return true
    } catch let error as BucketError where error.isMissingObject {
      return false
    }
  }

  /// Whether there is an object `key`.
  ///
  /// - Throws: ``BucketError``, or `CancellationError`.
  package func contains(_ key: String) async throws -> Bool {
    do {
      try await send(ObjectRequest(method: "HEAD", key: key))
      return true
    } catch let error as BucketError where error.isMissingObject {
      return false
    }
  }

  /// Removes the object `key`, if there is one.
  ///
  /// - Throws: ``BucketError``, or `CancellationError`.
  package func remove(_ key: String) async throws {
    do { try await send(ObjectRequest(method: "DELETE", key: key)) } catch let error
      as BucketError where error.isMissingObject
    {}
  }

  /// The first key in the order of the bucket, without the prefix of the bucket's location; `nil` if there is no object.
  ///
  /// - Throws: ``BucketError``, or `CancellationError`.
  package func firstKey() async throws -> String? {
    let page = try await list(beginningWith: "", limit: 1)
    return page.keys.first.map { String($0.dropFirst(address.location.prefix.count)) }
  }

  /// The most keys of one response, which is the most that services give.
  private static let pageLimit = 1_000

  /// The keys that begin with `prefix`, without the prefix of the bucket's location.
  ///
  /// - Throws: ``BucketError``, or `CancellationError`.
  package func keys(beginningWith prefix: String) async throws -> [String] {
    var keys: [String] = []
    var token: String?
    repeat {
      let page = try await list(beginningWith: prefix, limit: Self.pageLimit, after: token)
      keys += page.keys.compactMap { key in
        key.hasPrefix(address.location.prefix)
          ? String(key.dropFirst(address.location.prefix.count)) : nil
      }
      guard token == nil || page.next != token else {
        throw failure(of: nil, .notUnderstood("a list goes on where it began"))
      }
      token = page.next
    } while token != nil
    return keys
  }

  /// A page of the list of objects: keys, and the token of the next page, which is `nil` for the last one.
  private func list(
    beginningWith prefix: String, limit: Int, after token: String? = nil
  ) async throws -> (keys: [String], next: String?) {
    var request = ObjectRequest(method: "GET", key: nil)
    request.query = [
      ("list-type", "2"), ("prefix", address.location.prefix + prefix), ("max-keys", "\(limit)"),
    ]
    if let token { request.query.append(("continuation-token", token)) }
    guard let root = XMLElement(parsing: try await send(request)), root.name == "ListBucketResult"
    else { throw failure(of: nil, .notUnderstood("expected a list of objects")) }
    let isCut = root["IsTruncated"] == "true"
    let next = isCut ? root["NextContinuationToken"] : nil
    guard !isCut || next != nil else {
      throw failure(of: nil, .notUnderstood("a list that is cut has no token of its rest"))
    }
    return (root.children.compactMap { $0.name == "Contents" ? $0["Key"] : nil }, next)
  }
}

/// The part of an object that was received, in one attempt or several.
private struct PartialObject {
  private var received = 0
  /// The version of the object, which the service's tag names.
  private var tag: String?
  /// The place of the next byte of this attempt; `nil` before its first one.
  private var position: Int?

  /// The fields by which the next attempt asks for the rest.
  mutating func beginAttempt() -> [(name: String, value: String)] {
    position = nil
    guard received > 0 else { return [] }
    let range = [(name: "range", value: "bytes=\(received)-")]
    return range + (tag.map { [(name: "if-match", value: $0)] } ?? [])
  }

  /// Notes bytes that arrive.
  ///
  /// - Returns: the place of the first one that is new; `nil` if none is.
  mutating func newBytes(_ head: ResponseHead, _ count: Int) -> Int? {
    // A service that does not know ranges begins anew.
    let start = position ?? (head.status == 206 ? received : 0)
    tag = tag ?? head.fields["etag"]
    position = start + count
    guard start + count > received else { return nil }
    defer { received = start + count }
    return max(0, received - start)
  }
}
