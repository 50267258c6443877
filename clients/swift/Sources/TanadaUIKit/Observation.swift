// Not yet compiled with Apple's SDK: checked on Linux against stubs of the declarations that it uses.

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// Calls a closure for each notification of a name that is posted on the main thread, for as long as it lives.
  final class Observation {
    private let token: any NSObjectProtocol

    init(of name: Notification.Name, _ act: @escaping @MainActor @Sendable () -> Void) {
      token = NotificationCenter.default.addObserver(forName: name, object: nil, queue: .main) {
        _ in MainActor.assumeIsolated { act() }
      }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
  }
#endif
