/// The widths every revision is rendered for before it goes into service.
package enum PublishedWidths {
  /// The widths of iPhones and iPads, upright and on their sides, in points.
  package static let all: [Double] = [
    320, 375, 390, 393, 402, 414, 420, 428, 430, 440, 744, 768, 810, 820, 834, 1024, 1032, 1112,
    1133, 1180, 1194, 1210, 1366, 1376,
  ]
}
