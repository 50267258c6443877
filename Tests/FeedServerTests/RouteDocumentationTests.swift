import Foundation
import Testing
import TestSupport

@Suite struct RouteDocumentationTests {
  @Test func everyRouteIsInTheReadme() async throws {
    let readme = try String(contentsOf: PackageFiles.file("README.md"), encoding: .utf8)
    try await LiveServer.run { server in
      #expect(server.routes.count >= 7)
      for route in server.routes {
        #expect(
          readme.contains("`\(route)`") || readme.contains("`\(route)?"), "\(route)")
      }
    }
  }
}
