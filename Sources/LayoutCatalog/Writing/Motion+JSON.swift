package import FeedLayout
package import StrictJSON

extension PagingEffect {
  /// Writes the effect's sample of a page of `page` points at `progress`.
  package func writeSample(at progress: Double, page: Size, to writer: inout JSONWriter) {
    writer.object {
      $0.member("effect", name)
      $0.member("progress", progress)
      sample(at: progress, page: page).writeMembers(to: &$0)
    }
  }
}

extension PagingEffect.Sample {
  func writeMembers(to object: inout JSONWriter) {
    switch self {
    case .scale(let sample): sample.writeMembers(to: &object)
    case .stack(let sample): sample.writeMembers(to: &object)
    case .snapshot(let sample): sample.writeMembers(to: &object)
    }
  }
}

extension StackTransform.Sample {
  fileprivate func writeMembers(to object: inout JSONWriter) {
    object.member("scale", scale)
    object.member("tx", tx)
    object.member("ty", ty)
    object.member("alpha", alpha)
    object.member("rotation", rotation)
    object.member("z_index", zIndex)
    if let blur { object.member("blur", blur) }
  }
}

extension ScaleTransform.Sample {
  fileprivate func writeMembers(to object: inout JSONWriter) {
    object.member("scale", scale)
    object.member("tx", tx)
    object.member("ty", ty)
    if let shadow {
      object.object("shadow") {
        $0.member("offset", shadow.offset)
        $0.member("radius", shadow.radius)
        $0.member("opacity", shadow.opacity)
      }
    }
    if let blur { object.member("blur", blur) }
    if let quad {
      object.array("quad", quad.corners) { writer, corner in
        writer.array([corner.x, corner.y]) { $0.value($1) }
      }
    }
  }
}

extension SnapshotTransform.Sample {
  fileprivate func writeMembers(to object: inout JSONWriter) {
    object.object("container") {
      $0.member("scale", container.scale)
      $0.member("tx", container.tx)
      $0.member("ty", container.ty)
    }
    object.array("pieces", pieces) { $1.write(to: &$0) }
  }
}

extension SnapshotTransform.Piece {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("row", row)
      $0.member("column", column)
      $0.member("tx", tx)
      $0.member("ty", ty)
      $0.member("scale_x", scaleX)
      $0.member("scale_y", scaleY)
      $0.member("alpha", alpha)
      $0.member("corner_radius", cornerRadius)
    }
  }
}

extension Keyframes {
  /// Writes the keyframes as a member; `position` names where on the motion a frame lies.
  func write(as name: String, position: String, to object: inout JSONWriter) {
    object.object(name) {
      $0.member("tolerance", tolerance)
      $0.member("max_error", maxError)
      $0.member("interpolation", "linear")
      $0.array("range", [range.lowerBound, range.upperBound]) { $0.value($1) }
      $0.array("channels", channels) { $0.value($1.name) }
      $0.array("frames", frames) { writer, frame in
        writer.object {
          $0.member(position, frame.progress)
          $0.array("values", frame.values) { $0.value($1) }
        }
      }
      guard !steps.isEmpty else { return }
      $0.array("step_channels", stepChannels) { $0.value($1) }
      $0.array("steps", steps) { writer, step in
        writer.object {
          $0.member(position, step.progress)
          $0.array("values", step.values) { $0.value($1) }
        }
      }
    }
  }
}
