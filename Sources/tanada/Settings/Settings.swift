import FeedHTTP
import FeedModel
import FeedPhotos
import FeedPublisher
import FeedServer
import Foundation
import Logging

/// The settings in force, as ``Setting`` describes them, and where each comes from. The initial values here are
/// placeholders: every setting is set to a text or to the default that is declared there.
struct Settings {
  /// Where the content is; `nil` for the SQLite file.
  var store: StoreAddress?
  var database = ""
  /// The password of PostgreSQL for an address without one; none for that of the environment.
  var storePassword = ""
  var storeConnections = 0
  var host = ""
  var port = 0
  var timeZone = TimeZone.gmt
  var locales = Locales.standard
  var dateStyle = DateStyle.numeric
  var logLevel = Logger.Level.warning
  var logsAccess = false
  var metricsAccess = MetricsAccess.local
  var allowedOrigins = AllowedOrigins.none
  var trustedProxies = AddressRanges.none
  var limits = ServerLimits()
  var maximumImportSize = 0
  var maximumExports = 0
  var exportTimeout = Duration.zero
  var maximumCacheSize = 0
  var events = EventBroadcaster.Configuration()
  /// The folder of the photos' files; auto for one beside the database.
  var photos = ""
  /// The bucket of the photos' files; `nil` if they are in the folder.
  var photoBucket: BucketLocation?
  /// The service of the bucket; `nil` for Amazon's.
  var photoEndpoint: ServiceEndpoint?
  /// The region that requests to the bucket are signed for; auto for that of the environment.
  var photoRegion = ""
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
  var photoWorkers = 0
  var photoTimeout = Duration.zero
  var photoMemory = 0
  /// The sizes of pictures that need no signature.
  var photoSizes: [Rendition.Box] = []
  /// The most bytes of pictures that are kept beside the photos.
  var maximumRenditionsSize = 0
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
