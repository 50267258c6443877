import ArgumentParser

/// The options of `tanada serve` that say what clients may do.
struct TransportOptions: ParsableArguments {
  @Flag(
    help: "Write a line of JSON for each request to standard error (TANADA_ACCESS_LOG=on).")
  var accessLog = false

  @Option(
    help: ArgumentHelp(
      "Whose pages may read answers in a browser: none, * or https://example.com,… "
        + "(TANADA_CORS_ORIGINS; default: none).", valueName: "origins"))
  var corsOrigins: String?

  @Option(
    help: ArgumentHelp(
      "Proxies whose X-Forwarded-For is believed: none or 10.0.0.0/8,… "
        + "(TANADA_TRUSTED_PROXIES; default: none).", valueName: "addresses"))
  var trustedProxies: String?

  @Option(
    help: ArgumentHelp(
      "Reads in a second from one address; 0 for any number (TANADA_READ_RATE; default: 600).",
      valueName: "count"))
  var readRate: String?

  @Option(
    help: ArgumentHelp(
      "Writes in a second with one token; 0 for any number (TANADA_WRITE_RATE; default: 100).",
      valueName: "count"))
  var writeRate: String?

  /// What they say, `nil` where they say nothing.
  var flags: [SettingKey: String?] {
    [
      .accessLog: accessLog ? "on" : nil, .corsOrigins: corsOrigins,
      .trustedProxies: trustedProxies, .readRate: readRate, .writeRate: writeRate,
    ]
  }
}
