import FeedStore
import Testing

/// A budget with a maximum for all clients and one for each.
@Suite struct HeldBudgetTests {
  @Test func lookingForRoomTakesNone() {
    let budget = HeldBudget<String>(100, ofOneClient: 50)
    #expect(budget.refusal(of: 50, by: "a") == nil)
    #expect(budget.refusal(of: 51, by: "a") == .client)
    #expect(budget.refusal(of: 101, by: "a") == .total)
    #expect(budget.used == 0)
    #expect(budget.take(50, by: "a") == nil)
    #expect(budget.refusal(of: 1, by: "a") == .client)
    #expect(budget.take(50, by: "b") == nil)
    #expect(budget.refusal(of: 1, by: "c") == .total)
    #expect(budget.used == 100)
  }
}
