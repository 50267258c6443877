extension DisplayWidth {
  /// `text` if it takes no more than `width` columns, else as much of its beginning as fits with
  /// an ellipsis. Never more than `width` columns, which for a width of 0 leaves nothing.
  package static func truncate(_ text: String, to width: Int) -> String {
    guard width > 0 else { return "" }
    var used = 0
    // Where the text ends if it has to make room for an ellipsis.
    var cut = text.startIndex
    for index in text.indices {
      let next = used + of(text[index])
      guard next <= width else { return text[..<cut].trimmingTrailingSpace + "…" }
      used = next
      if used < width { cut = text.index(after: index) }
    }
    return text
  }
}

extension Substring {
  /// An ellipsis follows a word directly.
  var trimmingTrailingSpace: String {
    var end = self
    while end.last?.isWhitespace == true { end.removeLast() }
    return String(end)
  }
}
