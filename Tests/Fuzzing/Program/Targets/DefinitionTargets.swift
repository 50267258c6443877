import FeedModel
import StrictJSON

/// What editors define: kinds, compositions and conditions.
enum DefinitionTargets {
  /// A definition is written and read again as the same, and changed into another one.
  static func kinds(_ input: FuzzInput) {
    var input = input
    let former = try? JSONTree(parsing: input.part())
    guard let proposals = former.flatMap({ try? KindProposal.list($0) }) else { return }
    for proposal in proposals {
      let written = JSONWriter.encode { proposal.kind.write(to: &$0) }
      do {
        let again = try KindProposal(reading: JSONTree(parsing: written))
        require(again.kind == proposal.kind, "a written kind is another one")
      } catch {
        fatalError(
          "a written kind is refused: \(error) \(String(decoding: written, as: UTF8.self))")
      }
      _ = proposal.kind.sizeProblems(since: nil)
      _ = ContentKinds.standard.problems(of: proposal.kind)
    }
    guard let first = proposals.first?.kind,
      let next = (try? JSONTree(parsing: input.rest)).flatMap({ try? KindProposal(reading: $0) })
    else { return }
    _ = try? KindChange(from: first, to: next)
    _ = next.kind.sizeProblems(since: first)
  }

  /// A composition is written and read again as the same.
  static func compositions(_ input: FuzzInput) {
    let kinds = ContentKinds.standard.replacing(TransferTargets.everything)
    guard let composition = try? Composition(reading: input.rest, of: "home", kinds: kinds) else {
      return
    }
    let written = JSONWriter.encode { composition.write(to: &$0) }
    do {
      // A section without a layout is written with the one that it is shown with.
      let again = try Composition(reading: written, of: "home", kinds: kinds)
      require(
        JSONWriter.encode { again.write(to: &$0) } == written,
        "a written composition is another one: \(String(decoding: written, as: UTF8.self))")
    } catch {
      fatalError(
        "a written composition is refused: \(error) \(String(decoding: written, as: UTF8.self))")
    }
    let moment = Timestamp(millisecondsSince1970: 0)
    _ = JSONWriter.encode { composition.write(to: &$0, for: .everybody(at: moment)) }
  }

  /// A condition is written and read again as the same, and met by somebody or nobody.
  static func conditions(_ input: FuzzInput) {
    var input = input
    guard let condition = try? Targeting(reading: input.part()) else { return }
    let text = condition.canonicalText
    require(
      Targeting(canonicalText: text) == condition, "a written condition is another one: \(text)")
    let facts = ClientFacts(
      platform: input.line(), appVersion: try? AppVersion(input.line()),
      audiences: Set(input.line().split(separator: ",").map(String.init)), bucket: .key(input.text))
    let isMet = condition.isMet(by: facts)
    require(condition.isMet(by: facts) == isMet, "a condition is met and is not")
  }
}
