package import FeedModel
package import FeedStore

/// What a seeding did.
package struct SeedSummary: Sendable {
  /// What happened to the items of one file.
  package struct File: Sendable {
    package let path: String
    package let kind: ContentKind
    package internal(set) var counts: [Change: Int] = [:]
    /// Fields without a meaning, and how often each was met.
    package internal(set) var unknownFields: [String: Int] = [:]
  }

  /// The files in the order they were read.
  package internal(set) var files: [File] = []
  /// The revision that was made; `nil` if nothing changed.
  package internal(set) var revision: Revision?
}

/// How far a seeding has come.
package struct SeedProgress: Sendable {
  package let file: SeedFile
  package let bytesRead: Int
  /// The size of the file, in bytes; 0 if it is not known.
  package let totalBytes: Int
}
