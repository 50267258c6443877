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
