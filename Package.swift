// swift-tools-version: 6.2

import PackageDescription

// The program is linked by lld, with relocations of a few kilobytes instead of three megabytes, and without a table
// of 40,000 exported symbols. A library that is loaded later finds one function of the program: CVips says why.
let smallProgram = [
  "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs", "-Xlinker",
  "--no-export-dynamic", "-Xlinker", "--export-dynamic-symbol=exif_data_load_data",
]

let feedLayout = Target.Dependency.product(name: "FeedLayout", package: "tanada-client")
let feedEntities = Target.Dependency.product(name: "FeedEntities", package: "tanada-client")
let strictJSON = Target.Dependency.product(name: "StrictJSON", package: "tanada-client")
let tanadaClient = Target.Dependency.product(name: "TanadaClient", package: "tanada-client")

let package = Package(
  name: "tanada",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "FeedModel", targets: ["FeedModel"]),
    .executable(name: "tanada", targets: ["tanada"]),
  ],
  dependencies: [
    // What clients link, and the server with them.
    .package(name: "tanada-client", path: "clients/swift"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // One trait, not the two it has by default: with two, the order of the flags they define, and
    // with it everything built on Hummingbird, is another at every second build.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1",
      traits: ["FullFoundation"]),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // The version of the program, and what is known of its build.
    .target(name: "CBuild"),

    // Pure values: content.
    .target(
      name: "FeedModel",
      dependencies: [feedLayout, strictJSON, .product(name: "Crypto", package: "swift-crypto")],
      resources: [
        .embedInCode("Cells/Standard/cell_banner.json"),
        .embedInCode("Cells/Standard/cell_campaign_banners.json"),
        .embedInCode("Cells/Standard/cell_caption_below.json"),
        .embedInCode("Cells/Standard/cell_card.json"),
        .embedInCode("Cells/Standard/cell_favorite_scenes.json"),
        .embedInCode("Cells/Standard/cell_featured_topics.json"),
        .embedInCode("Cells/Standard/cell_overlay.json"),
        .embedInCode("Cells/Standard/cell_pickup_photos.json"),
        .embedInCode("Cells/Standard/cell_recent_news.json"),
        .embedInCode("Cells/Standard/cell_row.json"),
        .embedInCode("Cells/Standard/cell_trend_articles.json"),
        .embedInCode("Cells/Standard/theme_default.json"),
      ]
    ),

    // Content at rest, in SQLite or PostgreSQL (libpq behind a C target, loaded when it is first used), and every way
    // into it.
    .target(name: "CPostgreSQL"),
    .target(
      name: "FeedStore",
      dependencies: [
        "CPostgreSQL", "FeedModel", strictJSON,
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      resources: [
        .embedInCode("Migrations/m0001_baseline.sql"),
        .embedInCode("Migrations/p0001_baseline.sql"),
        .embedInCode("Migrations/m0002_designs.sql"),
        .embedInCode("Migrations/p0002_designs.sql"),
      ]
    ),
    .target(
      name: "FeedEditing",
      dependencies: [
        "FeedModel", "FeedStore", strictJSON, .product(name: "Crypto", package: "swift-crypto"),
      ]
    ),

    // Pictures: libvips and libcurl behind C targets, which load the libraries when they are first used.
    .target(name: "CVips"),
    .target(name: "CCurl", dependencies: ["CBuild"]),
    .target(
      name: "FeedPhotos",
      dependencies: [
        "CCurl", "CVips", "CZlib", "FeedEditing", feedLayout, "FeedModel", "FeedStore", strictJSON,
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),

    // From content to documents, and to people.
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CBrotli"),
    .target(
      name: "FeedPublisher",
      dependencies: [
        "CBrotli", "CZlib", feedLayout, "FeedModel", "FeedPhotos", "FeedStore", strictJSON,
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .target(name: "CWebFiles"),
    .target(
      name: "TanadaWeb",
      dependencies: ["CWebFiles"],
      path: "Web",
      exclude: [
        "assets", "element.d.ts", "library.d.ts", "package.json", "pages",
        "studio", "tanada",
      ],
      sources: ["WebFiles.swift"]
    ),
    .target(
      name: "FeedHTTP",
      dependencies: [
        "FeedModel", "FeedPublisher", "FeedStore", strictJSON,
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]
    ),
    .target(
      name: "FeedServer",
      dependencies: [
        "FeedEditing", "FeedHTTP", feedLayout, "FeedModel", "FeedPhotos", "FeedPublisher",
        "FeedStore", strictJSON, "TanadaWeb",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
    .executableTarget(
      name: "tanada",
      dependencies: [
        "CBuild", "FeedEditing", "FeedHTTP", feedLayout, "FeedModel", "FeedPhotos",
        "FeedPublisher", "FeedServer", "FeedStore", strictJSON,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      linkerSettings: [.unsafeFlags(smallProgram, .when(platforms: [.linux]))]
    ),

    // The measurements of scripts/bench.
    .executableTarget(
      name: "LayoutBenchmark",
      dependencies: [
        "AllocationCounter", feedLayout,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/LayoutBenchmark"
    ),
    .executableTarget(
      name: "StoreBenchmark",
      dependencies: [
        "FeedModel", "FeedStore",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Benchmarks/StoreBenchmark",
      exclude: ["commits.py"]
    ),
    .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),

    // What fuzzing feeds; Tests/Fuzzing/run says how it is built with libFuzzer.
    .target(name: "FuzzDriver", path: "Tests/Fuzzing/Driver"),
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "FeedEditing", "FeedHTTP", feedLayout, "FeedModel", "FeedPhotos", "FeedPublisher",
        "FeedServer", "FeedStore", "FuzzDriver", strictJSON,
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ],
      path: "Tests/Fuzzing/Program"
    ),

    // The tests, and the code that they share.
    .target(
      name: "TestSupport",
      dependencies: [feedEntities, "FeedEditing", "FeedModel", "FeedStore", strictJSON],
      path: "Tests/TestSupport"),
    .testTarget(
      name: "TestSupportTests",
      dependencies: ["FeedModel", "FeedStore", "TestSupport"]),
    .testTarget(
      name: "StrictJSONTests",
      dependencies: [feedEntities, "FeedModel", strictJSON, "TestSupport"]),
    .testTarget(
      name: "FeedLayoutTests", dependencies: [feedLayout, "FeedModel", "TestSupport"]),
    .testTarget(name: "TanadaClientTests", dependencies: [feedLayout, tanadaClient]),
    // What the package of the client tests itself.
    .testTarget(
      name: "ClientTests", dependencies: [feedEntities, feedLayout, strictJSON, tanadaClient],
      path: "clients/swift/Tests/ClientTests"),
    .testTarget(
      name: "FeedModelTests",
      dependencies: [feedEntities, "FeedModel", strictJSON, "TestSupport"],
      exclude: ["Targeting/Vectors"]),
    .testTarget(
      name: "FeedPhotosTests",
      dependencies: [
        "CBuild", "CVips", "CZlib", "FeedEditing", feedLayout, "FeedModel", "FeedPhotos",
        "FeedStore", strictJSON, "TestSupport", "tanada",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Samples"]),
    .testTarget(
      name: "FeedStoreTests",
      dependencies: [
        feedEntities, "FeedEditing", "FeedModel", "FeedStore", strictJSON, "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "FeedStorePostgreSQLTests",
      dependencies: ["FeedEditing", "FeedModel", "FeedStore", strictJSON, "TestSupport"]),
    .testTarget(
      name: "FeedEditingTests",
      dependencies: [
        feedEntities, "FeedEditing", "FeedModel", "FeedStore", strictJSON, "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "FeedPublisherTests",
      dependencies: [
        feedEntities, "FeedEditing", feedLayout, "FeedModel", "FeedPhotos", "FeedPublisher",
        "FeedStore", strictJSON, "TestSupport", .product(name: "Logging", package: "swift-log"),
      ],
      exclude: ["Preview/Snapshots"]
    ),
    .testTarget(
      name: "FeedHTTPTests",
      dependencies: [
        "FeedHTTP", "FeedModel", "FeedPublisher", "FeedStore", "TestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
      ]
    ),
    .testTarget(
      name: "FeedServerTests",
      dependencies: [
        feedEntities, "FeedEditing", "FeedHTTP", feedLayout, "FeedModel", "FeedPhotos",
        "FeedPublisher", "FeedServer", "FeedStore", strictJSON, "TestSupport", "tanada",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]
    ),
    .testTarget(
      name: "TanadaTests",
      dependencies: [
        "CBuild", "FeedEditing", "FeedHTTP", feedLayout, "FeedModel", "FeedPhotos", "FeedPublisher",
        "FeedServer", "FeedStore", strictJSON, "TestSupport", "tanada",
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        feedEntities, "FeedModel", "FeedPublisher", strictJSON, "TestSupport", "tanada",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
  ]
)

// One language, one strictness, everywhere.
for target in package.targets where target.type != .plugin && target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
