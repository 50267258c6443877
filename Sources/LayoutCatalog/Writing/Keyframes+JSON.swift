import FeedLayout
import StrictJSON

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
