import FeedLayout
import StrictJSON

extension StaggeredGridLayout {
  func writeDetails(to object: inout JSONWriter) {
    object.array("columns", columns) { writer, column in
      writer.object {
        $0.array("item_ids", column.itemIDs) { $0.value($1) }
        $0.member("balance_height", column.balanceHeight)
        $0.member("height", column.height)
      }
    }
    optimum?.writeMembers(to: &object)
    if let explanation { object.object("explanation") { explanation.write(to: &$0) } }
  }
}

extension TwoColumnOptimum {
  /// Beside the height, which is that of the content or of `optimum`.
  fileprivate func writeMembers(to object: inout JSONWriter) {
    object.member("exact", isExact)
    object.member("lower_bound", lowerBound)
  }
}

extension StaggeredGridLayout.Explanation {
  fileprivate func write(to object: inout JSONWriter) {
    object.array("choices", choices) { writer, choice in
      writer.object {
        $0.member("id", choice.id)
        $0.member("column", choice.column)
        $0.member("rule", choice.rule.name)
        $0.array("heights", choice.heights) { $0.value($1) }
        $0.member("tie", choice.isTie)
        if let cursor = choice.cursor { $0.member("cursor", cursor) }
      }
    }
    object.object("quality") { quality.write(to: &$0) }
  }
}

extension StaggeredGridLayout.Quality {
  fileprivate func write(to object: inout JSONWriter) {
    object.member("white_space", whiteSpace)
    object.member("white_space_share", whiteSpaceShare)
    object.member("bottom_raggedness", bottomRaggedness)
    object.member("order_inversions", orderInversions)
    if let optimum, let distanceFromOptimum {
      object.object("optimum") {
        $0.member("height", optimum.height)
        optimum.writeMembers(to: &$0)
      }
      object.member("distance_from_optimum", distanceFromOptimum)
    }
  }
}
