// Where the tests begin. SwiftPM generates such a file when there is none, but has all modules indexed for it, to find
// tests of XCTest: a seventh of the build, for nothing.

import Foundation
import Testing

@main
struct TestRunner {
  static func main() async {
    // `swift test` leaves Swift Testing out beside a file of this name, unless it is asked to run it.
    guard CommandLine.arguments.contains("swift-testing") else {
      let command = "scripts/test, or swift test --enable-swift-testing --disable-xctest"
      FileHandle.standardError.write(Data("error: nothing was tested: use \(command)\n".utf8))
      exit(64)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
