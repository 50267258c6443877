import Logging
import Synchronization

/// Collects the errors that are logged.
final class Messages: LogHandler {
  private let kept = Mutex<[String]>([])
  var listed: [String] { kept.withLock { $0 } }

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .error }
    set {}
  }
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) { kept.withLock { $0.append(event.message.description) } }
}
