// swift-tools-version: 6.0

import PackageDescription

// An app that adds the client by its URL, as any app would.
let package = Package(
  name: "consumer",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: Context.environment["CLIENT_URL"] ?? "", from: "1.0.0")
  ],
  targets: [
    .executableTarget(
      name: "Consumer",
      dependencies: [
        .product(name: "TanadaClient", package: "tanada-client"),
        .product(name: "FeedLayout", package: "tanada-client"),
      ]),
    // The program of docs/ios.md.
    .executableTarget(
      name: "Boxes", dependencies: [.product(name: "TanadaClient", package: "tanada-client")]),
  ]
)
