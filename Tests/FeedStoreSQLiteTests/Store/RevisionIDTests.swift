import FeedStore
import Foundation
import Testing

/// The ids of revisions.
@Suite struct RevisionIDTests {
  /// RFC 9562, section 5.4.
  @Test func theyAreRandom() {
    let ids = (0..<100).map { _ in UUID.random() }
    #expect(Set(ids).count == 100)
    #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
    #expect(Set(ids.map(\.uuid.0)).count > 30 && Set(ids.map(\.uuid.15)).count > 30)
  }
}
