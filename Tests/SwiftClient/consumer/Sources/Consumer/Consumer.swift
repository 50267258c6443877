import Foundation
import TanadaClient

/// Checks one property of the client against a server: `consumer PROPERTY ADDRESS [MORE]`.
@main
struct Consumer {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 2, let base = URL(string: arguments[1]) else {
      return fail("usage: consumer PROPERTY ADDRESS [MORE]")
    }
    let more = arguments.count > 2 ? arguments[2] : ""
    do {
      switch arguments[0] {
      case "loads": try await LoadsHome(base: base, store: more).check()
      case "unknown": try await SurvivesTheUnknown(base: base).check()
      case "follows": try await FollowsAnEdit(base: base, token: more).check()
      case "visible": try await SeesBoxes(base: base).check()
      case "offline": try await ShowsLastGood(base: base, store: more).check()
      default: fail("there is no property \(arguments[0])")
      }
    } catch {
      fail("\(arguments[0]): \(error)")
    }
  }

  private static func fail(_ message: String) {
    FileHandle.standardError.write(Data("error: \(message)\n".utf8))
    exit(1)
  }
}

/// A statement that does not hold.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// Requires `condition`, which `statement` says.
func require(_ condition: Bool, _ statement: @autoclosure () -> String) throws {
  guard condition else { throw Failure(description: "expected: \(statement())") }
}

/// The value of `optional`, which `statement` says is there.
func require<Value>(_ optional: Value?, _ statement: @autoclosure () -> String) throws -> Value {
  guard let optional else { throw Failure(description: "expected: \(statement())") }
  return optional
}

/// The screen that all properties are about.
let query = FeedQuery(width: 390)
