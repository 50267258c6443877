/// What a cell of the canvas is part of.
package enum Ink {
  case none, line, shade, id, title, detail

  /// The parameters that set this ink on a terminal that shows its default.
  func parameters(_ paint: Paint) -> String {
    switch self {
    case .none: ""
    case .line: "\(paint.code)"
    case .shade: "2;\(paint.code)"
    case .id: "1;\(paint.code)"
    case .title: "1"
    case .detail: "2"
    }
  }
}
