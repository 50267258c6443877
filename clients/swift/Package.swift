// swift-tools-version: 6.0

import PackageDescription

// What apps link. It has no dependencies and stands in a repository of its own: scripts/release-client makes it.
let package = Package(
  name: "tanada-client",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "FeedEntities", targets: ["FeedEntities"]),
    .library(name: "FeedLayout", targets: ["FeedLayout"]),
    .library(name: "StrictJSON", targets: ["StrictJSON"]),
    .library(name: "TanadaClient", targets: ["TanadaClient"]),
    // Not yet compiled with Apple's SDK.
    .library(name: "TanadaUIKit", targets: ["TanadaUIKit"]),
    .library(name: "TanadaSwiftUI", targets: ["TanadaSwiftUI"]),
  ],
  targets: [
    .target(name: "FeedEntities"),
    .target(name: "FeedLayout"),
    .target(name: "StrictJSON"),
    .target(name: "TanadaClient", dependencies: ["FeedLayout", "StrictJSON"]),
    .target(name: "TanadaUIKit", dependencies: ["FeedLayout", "TanadaClient"]),
    .target(name: "TanadaSwiftUI", dependencies: ["FeedLayout", "TanadaClient"]),
    .testTarget(
      name: "ClientTests",
      dependencies: ["FeedEntities", "FeedLayout", "StrictJSON", "TanadaClient"]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // scripts/testing/building.sh of the server names the module.
  if Context.environment["TANADA_OPTIMIZED"] == target.name {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}
