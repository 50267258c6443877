import FeedStore
import Foundation
import Testing

/// The ids of revisions, and of temporary files.
@Suite struct RevisionIDTests {
  /// RFC 9562, section 5.4.
  @Test func theyAreRandom() {
    let ids = (0..<100).map { _ in UUID.random() }
    #expect(Set(ids).count == 100)
    #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
    #expect(Set(ids.map(\.uuid.0)).count > 30 && Set(ids.map(\.uuid.15)).count > 30)
  }

  /// Foundation's are 0 then.
  @Test func theyAreRandomWithoutDescriptors() async {
    await #expect(processExitsWith: .success) {
      #if canImport(Glibc)
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      #else
        let files = RLIMIT_NOFILE
      #endif
      var limit = rlimit()
      getrlimit(files, &limit)
      var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
      setrlimit(files, &none)
      let ids = (UUID.random(), UUID.random())
      // The address sanitizer looks for leaks at the end, which waits for ever without descriptors.
      setrlimit(files, &limit)
      precondition(ids.0 != ids.1)
    }
  }
}
