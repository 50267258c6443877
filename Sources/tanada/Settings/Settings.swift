import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import Foundation
import Logging

/// The settings in force, and where each comes from. The initial values here are placeholders: every
/// setting is set to a text or to the default that ``Setting`` declares.
struct Settings {
  /// Where the content is; `nil` for the SQLite file.
  var store: StoreAddress?
  /// The SQLite file.
  var database = ""
  /// The password of PostgreSQL for an address without one; none for that of the environment.
  var storePassword = ""
  /// The most connections to PostgreSQL for reads and writes.
  var storeConnections = 0
  /// The address to listen on.
  var host = ""
  /// The port to listen on; 0 picks a free one.
  var port = 0
  /// The time zone of `date_label`.
  var timeZone = TimeZone.gmt
  /// The locales that readers are served in, the default one first.
  var locales = Locales.standard
  /// The form of `date_label`.
  var dateStyle = DateStyle.numeric
  /// The lowest level of messages logged to standard error.
  var logLevel = Logger.Level.warning
  /// Whether each request is logged to standard error.
  var logsAccess = false
  /// Who may read `/metrics`.
  var metricsAccess = MetricsAccess.local
  /// Origins whose pages may read responses in a browser.
  var allowedOrigins = AllowedOrigins.none
  /// The proxies whose `X-Forwarded-For` is believed.
  var trustedProxies = AddressRanges.none
  /// The limits on connections and requests of clients.
  var limits = ServerLimits()
  /// The largest document that is imported, in bytes.
  var maximumImportSize = 0
  /// The most large exports at a time.
  var maximumExports = 0
  /// The longest that a large export may take.
  var exportTimeout = Duration.zero
  /// How many bytes of what was made for requests are kept.
  var maximumCacheSize = 0
  /// The heartbeat of the event stream, and its limits on clients and events.
  var events = EventBroadcaster.Configuration()
  /// The folder of the photos' files; auto for one beside the database.
  var photos = ""
  /// The bucket of the photos' files; `nil` if they are in the folder.
  var photoBucket: BucketLocation?
  /// The service of the bucket; `nil` for Amazon's.
  var photoEndpoint: ServiceEndpoint?
  /// The region that requests to the bucket are signed for; auto for that of the environment.
  var photoRegion = ""
  /// Where requests name the bucket.
  var photoAddressing = BucketAddressing.auto
  /// The id of the key of the bucket; none for that of the environment.
  var photoAccessKeyID = ""
  /// The key of the bucket, none if there is none.
  var photoSecretAccessKey = ""
  /// The token of a temporary key of the bucket, none if there is none.
  var photoSessionToken = ""
  /// The most bytes of photos of a bucket that are kept on this machine.
  var maximumOriginalsSize = 0
  /// The folder of the documentation; auto for that of the package, none for none.
  var docs = ""
  /// The public origin of the server; empty if it is not known.
  var publicURL = ""
  /// How many processes decode pictures.
  var photoWorkers = 0
  /// The longest that a picture may take.
  var photoTimeout = Duration.zero
  /// The most memory of a process that decodes pictures, in bytes.
  var photoMemory = 0
  /// The longest that a revision waits for the pictures it shows for the first time.
  /// The sizes of pictures that need no signature.
  var photoSizes: [Rendition.Box] = []
  /// The most bytes of pictures that are kept beside the photos.
  var maximumRenditionsSize = 0
  /// Where edges are told what has changed.
  var purgeURLs: [String] = []
  /// The key that what edges are told is signed with; none for no signature.
  var purgeSecret = ""
  /// The token that edges are shown; none for no token.
  var purgeToken = ""

  /// Each setting as text, and where it was set.
  var origins: [(name: String, value: String, origin: String)] = []
}

extension Settings {
  /// A logger to standard error.
  func logger() -> Logger {
    var logger = Logger(label: "tanada") { StreamLogHandler(label: $0, stream: LogStream()) }
    logger.logLevel = logLevel
    return logger
  }
}
