import CVips
import FeedModel
import FeedPhotos
import Foundation
import Logging
import TestSupport
import Testing

/// The life cycle of the processes that decode pictures.
@Suite struct PictureWorkersTests {
  static let silence = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  static func workers(
    executable: String = BuiltProgram.tanada.path, count: Int = 1,
    clock: TestClock = TestClock(SampleContent.committedAt),
    _ change: (inout PictureLimits) -> Void = { _ in }
  ) -> PictureWorkers {
    var limits = PictureLimits()
    change(&limits)
    var configuration = PictureWorkers.Configuration(executable: executable, limits: limits)
    configuration.count = count
    return PictureWorkers(configuration, clock: clock, logger: silence)
  }

  static func sample(_ name: String) -> String {
    PackageFiles.file("Tests/FeedPhotosTests/Samples/\(name)").path
  }

  /// A rendition of no particular photo, which shows all of it.
  static func rendition(side: Int, _ format: Rendition.Format) throws -> Rendition {
    let photo = try #require(PhotoID(String(repeating: "0", count: 32)))
    let box = try #require(Rendition.Box(width: side, height: side))
    return Rendition(of: photo, box: box, fit: .contain, format: format)
  }

  private let small = Self.sample("synth-orient-6.jpg")

  @Test func aPictureIsPrepared() async throws {
    let answer = try await Self.workers().perform(.prepare(path: small))
    let picture = try JSONValue.parse(answer)
    #expect(picture["width"] == .number(32))
    #expect(picture["height"] == .number(48))
    #expect(picture["camera"]["model"] == .text("O6"))
  }

  @Test func aPictureThatIsNoneIsRefusedAndTheWorkerGoesOn() async throws {
    let workers = Self.workers()
    await #expect(throws: PictureError.self) {
      try await workers.perform(.prepare(path: PackageFiles.file("README.md").path))
    }
    let before = await workers.processIdentifiers
    _ = try await workers.perform(.prepare(path: small))
    #expect(await workers.processIdentifiers == before)
  }

  @Test func whatAWorkerSaysOfAPictureIsAboutNoOther() async throws {
    let folder = try TemporaryFolder()
    // A picture that is rendered as far as it goes, and of which a decoder says so.
    let whole = try Data(contentsOf: URL(fileURLWithPath: Self.sample("synth-orient-1.jpg")))
    let begun = try folder.write(whole.dropLast(40), to: "begun.jpg")
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 1, 2, 3]
    let junk = try folder.write(Data(png), to: "junk.png")
    let render = PictureTask.render(
      path: begun, orientation: 1, RenditionOptions(try Self.rendition(side: 16, .jpg)))
    var texts: [String] = []
    for workers in [Self.workers(), Self.workers()] {
      if !texts.isEmpty { _ = try await workers.perform(render) }
      let error = await #expect(throws: PictureError.self) {
        try await workers.perform(.prepare(path: junk))
      }
      texts.append(try #require(error).description)
    }
    #expect(texts[0] == texts[1])
    #expect(texts.allSatisfy { !$0.contains("/") }, "\(texts)")
  }

  @Test(.hangLimit) func pointersInALoopKeepNobodyBusy() async throws {
    _ = try await Self.workers().perform(
      .prepare(path: Self.sample("crafted/looping-ifds.jpg")))
  }

  @Test func aPictureWithTooManyPixelsIsRefused() async throws {
    let workers = Self.workers { $0.pixelCount = 48 * 32 - 1 }
    await #expect(
      throws: PictureError.tooManyPixels(width: 32, height: 48, limit: 48 * 32 - 1)
    ) {
      try await workers.perform(.prepare(path: small))
    }
  }

  @Test func aPictureThatTakesTooLongEndsItsWorkerAlone() async throws {
    let clock = TestClock(SampleContent.committedAt)
    let workers = Self.workers(clock: clock) { $0.timeout = 20 }
    let process = try await stoppedWorker(of: workers)
    let path = small
    let victim = Task { try await workers.perform(.prepare(path: path)) }
    await clock.untilWaiting(for: .seconds(20))
    clock.advance(by: .milliseconds(19_999))
    #expect(clock.isWaiting(for: .seconds(20)))
    clock.advance(by: .milliseconds(1))
    // The worker was stopped, so it is not the picture that takes so long.
    await #expect(throws: PictureError.workerStalled(seconds: 20)) { try await victim.value }
    #expect(await workers.processIdentifiers.isEmpty)
    _ = try await workers.perform(.prepare(path: small))
    #expect(await workers.processIdentifiers.first != process)
    #expect(!clock.isWaiting(for: .seconds(20)))
  }

  /// The process of an idle worker that takes its next task and is at it until it is continued or killed.
  private func stoppedWorker(of workers: PictureWorkers) async throws -> Int32 {
    _ = try await workers.perform(.prepare(path: small))
    let process = try #require(await workers.processIdentifiers.first)
    kill(process, SIGSTOP)
    return process
  }

  @Test func aPictureThatKeepsAWorkerBusyTooLongIsToBlame() async throws {
    let clock = TestClock(SampleContent.committedAt)
    let folder = try TemporaryFolder()
    // A decoder that never comes to an end.
    let workers = try workers(endingBy: "while :; do :; done", in: folder, clock: clock) {
      $0.timeout = 0.2
    }
    let path = small
    let victim = Task { try await workers.perform(.prepare(path: path)) }
    await clock.untilWaiting(for: .milliseconds(200))
    try await eventually {
      guard let process = await workers.processIdentifiers.first else { return false }
      return try Self.processorTime(of: process) >= 0.2
    }
    clock.advance(by: .milliseconds(200))
    await #expect(throws: PictureError.timedOut(seconds: 0.2)) { try await victim.value }
  }

  /// The time for which a process has used a processor, in seconds (proc(5)).
  private static func processorTime(of process: Int32) throws -> Double {
    let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = try #require(text.split(separator: ")").last).split(separator: " ")
    return fields[11...12].reduce(0) { $0 + (Double($1) ?? 0) }
      / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  @Test func aTaskWhoseWorkerIsKilledIsDoneByAnother() async throws {
    let workers = Self.workers()
    let process = try await stoppedWorker(of: workers)
    let path = small
    let task = Task { try await workers.perform(.prepare(path: path)) }
    try await eventually { await workers.taskCount == 2 }
    kill(process, SIGKILL)
    let picture = try JSONValue.parse(try await task.value)
    #expect(picture["width"] == .number(32))
    #expect(await workers.taskCount == 3)
    #expect(await !workers.processIdentifiers.contains(process))
  }

  /// A program instead of a worker that ends in a way of its own with each task.
  private func workers(
    endingBy command: String, in folder: TemporaryFolder,
    clock: TestClock = TestClock(SampleContent.committedAt),
    _ change: (inout PictureLimits) -> Void = { _ in }
  ) throws -> PictureWorkers {
    // Another process writes it. A file that this one writes cannot be executed while a program that another test
    // starts meanwhile still has its descriptor. Foundation's `Process` reads beyond the names of open descriptors,
    // and crashes at times (https://github.com/swiftlang/swift-corelibs-foundation/pull/5472).
    let program = folder.path("worker")
    let texts = [
      "sh", "-c", #"printf '%s' "$2" >"$1" && /bin/chmod 755 "$1""#, "sh", program,
      "#!/bin/sh\nulimit -c 0\n\(command)\n",
    ]
    let arguments = texts.map { strdup($0) } + [nil]
    defer { for text in arguments { free(text) } }
    var (writer, status): (pid_t, Int32) = (0, -1)
    try #require(posix_spawn(&writer, "/bin/sh", nil, nil, arguments, [nil]) == 0)
    while waitpid(writer, &status, 0) < 0 { try #require(errno == EINTR) }
    try #require(status == 0)
    return Self.workers(executable: program, clock: clock, change)
  }

  /// By the signals of errors of its own, a picture that ends two workers is bad. By others, by an end
  /// without a signal, as of a program whose libraries are gone, it may be good.
  @Test(arguments: [
    ("kill -SEGV $$", PictureError.workerEnded), ("kill -ABRT $$", .workerEnded),
    ("kill -BUS $$", .workerEnded), ("kill -ILL $$", .workerEnded), ("kill -FPE $$", .workerEnded),
    ("kill -KILL $$", .workerKilled), ("kill -TERM $$", .workerKilled),
    ("kill -ALRM $$", .workerKilled), ("exit 127", .workerKilled), ("exit 0", .workerKilled),
  ])
  func twoWorkersThatEndTellWhyThereIsNoPicture(command: String, error: PictureError) async throws {
    let folder = try TemporaryFolder()
    let workers = try workers(endingBy: "head -c 8 >/dev/null; \(command)", in: folder)
    await #expect(throws: error) { try await workers.perform(.prepare(path: small)) }
    #expect(await workers.taskCount == 2)
    #expect(await workers.processIdentifiers.isEmpty)
  }

  @Test func aDecoderThatFailsOnceMayHaveBeenUnlucky() async throws {
    let folder = try TemporaryFolder()
    let program = BuiltProgram.tanada.path
    let workers = try workers(
      endingBy: """
        [ -e "\(folder.path("ended"))" ] && exec "\(program)" "$@"
        touch "\(folder.path("ended"))"
        head -c 8 >/dev/null; kill -SEGV $$
        """, in: folder)
    _ = try await workers.perform(.prepare(path: small))
    #expect(await workers.taskCount == 2)
  }

  @Test func aWorkerThatEndedWhileItWasIdleIsReplaced() async throws {
    let workers = Self.workers()
    _ = try await workers.perform(.prepare(path: small))
    let process = try #require(await workers.processIdentifiers.first)
    kill(process, SIGKILL)
    try await eventually { Self.hasEnded(process) }
    _ = try await workers.perform(.prepare(path: small))
    #expect(await workers.processIdentifiers.first != process)
  }

  @Test func tasksWaitForAWorkerAndCanBeCancelled() async throws {
    let workers = Self.workers()
    let process = try await stoppedWorker(of: workers)
    let path = small
    let first = Task { try await workers.perform(.prepare(path: path)) }
    try await eventually { await workers.taskCount == 2 }
    let waiting = Task { try await workers.perform(.prepare(path: path)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    kill(process, SIGCONT)
    _ = try await first.value
    #expect(await workers.taskCount == 2)
  }

  @Test(.hangLimit) func aTaskThatIsCancelledEndsTheWorkerThatIsAtIt() async throws {
    let workers = Self.workers()
    let process = try await stoppedWorker(of: workers)
    let path = small
    let abandoned = Task { try await workers.perform(.prepare(path: path)) }
    try await eventually { await workers.taskCount == 2 }
    abandoned.cancel()
    await #expect(throws: CancellationError.self) { try await abandoned.value }
    _ = try await workers.perform(.prepare(path: small))
    #expect(await !workers.processIdentifiers.contains(process))
  }

  @Test(.hangLimit) func stoppingEndsWhatIsDoneAndWhatWaits() async throws {
    let workers = Self.workers()
    _ = try await stoppedWorker(of: workers)
    let path = small
    let tasks = (0..<3).map { _ in Task { try await workers.perform(.prepare(path: path)) } }
    try await eventually { await workers.waitingCount == 2 }
    await workers.stop()
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    #expect(await workers.processIdentifiers.isEmpty)
    await #expect(throws: CancellationError.self) {
      try await workers.perform(.prepare(path: path))
    }
  }

  /// The other worker is for those who look at what is published.
  @Test func openPicturesLeaveAWorkerToOthers() async throws {
    let workers = Self.workers(count: 2)
    _ = try await stoppedWorker(of: workers)
    let path = small
    let open = (0..<2).map { _ in
      Task { try await workers.perform(.prepare(path: path), for: PictureClient(.open, name: "a")) }
    }
    try await eventually { await workers.waitingCount == 1 }
    _ = try await workers.perform(.prepare(path: path), for: PictureClient(.published, name: "a"))
    #expect(await workers.waitingCount == 1)
    for task in open { task.cancel() }
    for task in open { await #expect(throws: CancellationError.self) { try await task.value } }
  }

  @Test func aWorkerHasNoNetworkAndFewResources() async throws {
    let workers = Self.workers()
    _ = try await workers.perform(.prepare(path: small))
    let process = try #require(await workers.processIdentifiers.first)
    let status = Self.status(of: process)
    #expect(status["NoNewPrivs"] == "1")
    // A filter decides about its calls of the system.
    #expect(status["Seccomp"] == "2")
    let limits = try String(contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
    let memory = tanada_has_shadow_memory() ? "unlimited" : "\(1 << 30)"
    for (name, value) in [
      ("Max address space", memory), ("Max open files", "64"), ("Max core file size", "0"),
    ] {
      let line = limits.split(separator: "\n").first { $0.hasPrefix(name) }
      #expect(line?.split(separator: " ").contains { $0 == value } == true, "\(name)")
    }
  }

  @Test func aProgramThatThereIsNotIsAnError() async throws {
    let workers = Self.workers(executable: "/nonexistent/tanada")
    await #expect(
      throws: PictureError.noWorker("/nonexistent/tanada: No such file or directory")
    ) {
      try await workers.perform(.prepare(path: small))
    }
  }

  /// Whether all threads of a child process have ended: its first one may do so before the others.
  private static func hasEnded(_ process: Int32) -> Bool {
    var information = siginfo_t()
    let status = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
    return status != 0 || information.si_code != 0
  }

  /// The fields of a process's `status` (proc(5)); empty once it is gone.
  private static func status(of process: Int32) -> [String: String] {
    let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").reduce(into: [:]) { status, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return }
      status[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
    }
  }
}
