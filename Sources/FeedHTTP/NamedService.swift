import ServiceLifecycle

/// A service that is described by its type.
///
/// A group of services describes each of them when it begins, to name it in the log. Of a service without a
/// description of its own, that is everything it holds, which took a tenth of a server's start.
struct NamedService: Service, CustomStringConvertible {
  private let service: any Service
  let description: String

  init(_ service: any Service) {
    self.service = service
    description = "\(type(of: service))"
  }

  func run() async throws {
    try await service.run()
  }
}
