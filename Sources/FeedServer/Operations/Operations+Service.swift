extension Operations {
  static let service = [
    Operation(
      route: "GET /healthz", path: "/healthz", id: "getHealth", tag: "service",
      summary: "Whether the process lives.",
      answers: [ok(.object([.required("status", .constant("ok"))]), "It does.")]),
    Operation(
      route: "GET /readyz", path: "/readyz", id: "getReadiness", tag: "service",
      summary: "Whether there is a screen to serve.",
      answers: [
        ok(
          .object([
            .required("status", .oneText(of: ["ready", "degraded"])),
            .required("revision", .integer(0...Int.max)),
            .required("failing_sections", .array(of: .text())),
          ]), "There is.")
      ]),
    Operation(
      route: "GET /metrics", path: "/metrics", id: "getMetrics", tag: "service",
      summary: "What the server tells of itself, for Prometheus.",
      answers: [
        Operation.Answer(
          status: 200, description: "The metrics.",
          content: [Operation.Content(mediaType: "text/plain", schema: .text())])
      ]),
    Operation(
      route: "GET /openapi.json", path: "/openapi.json", id: "getOpenAPI", tag: "service",
      summary: "This description.", parameters: [ifNoneMatch],
      answers: [ok(.object([.required("openapi", .text())]), "The description."), notModified]),
  ]
}
