import FeedStore
import Foundation
import TestSupport
import Testing

/// Notifications between connections.
@Suite(.needsPostgreSQL, .hangLimit) struct NotificationTests {
  let database: PostgreSQLDatabase
  let listener: PostgreSQLConnection

  init() throws {
    database = try PostgreSQLDatabase.make()
    listener = try database.connect()
    try listener.listen(to: "a channel")
  }

  @Test func notificationsComeInOrder() throws {
    let other = try database.connect()
    try other.begin(.readWrite)
    try other.notify("a channel", "1")
    try other.notify("another", "2")
    try other.notify("a channel")
    try other.synchronize()
    #expect(try listener.waitForNotifications(timeout: .zero).isEmpty)
    try other.commit()
    var all: [String] = []
    while all.count < 2 { all += try listener.waitForNotifications(timeout: .seconds(60)) }
    #expect(all == ["1", ""])
  }

  @Test func whatCameWithAnAnswerIsNotLost() throws {
    try listener.notify("a channel", "own")
    #expect(try listener.row("SELECT 1")?.values[0] == 1)
    #expect(try listener.waitForNotifications(timeout: .seconds(60)) == ["own"])
  }

  @Test func anotherThreadEndsTheWaitAndEachLaterOne() throws {
    let waker = PostgreSQLWaker()
    Thread { waker.wake() }.start()
    for _ in 0..<2 {
      #expect(try listener.waitForNotifications(timeout: .seconds(600), waker: waker).isEmpty)
    }
  }

  @Test func aLostConnectionIsAnError() throws {
    try database.connect().execute(
      "SELECT pg_terminate_backend(?::int4)", [listener.processIdentifier])
    let error = #expect(throws: PostgreSQLError.self) {
      try listener.waitForNotifications(timeout: .seconds(60))
    }
    #expect(error?.isConnectionLost == true)
    #expect(error?.isShutdown == true)
    #expect(listener.isLost)
  }
}
