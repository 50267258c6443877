import Foundation
import FuzzDriver

// Feeds inputs to one of the targets: the ones that libFuzzer makes, or files.
//   Fuzzing --list
//   Fuzzing TARGET [options of libFuzzer] [folders]
//   Fuzzing TARGET files and folders    in a program without libFuzzer

/// The target of this process: libFuzzer calls a function, which holds nothing.
nonisolated(unsafe) private var selected: FuzzTarget.Check = { _ in }

private func feed(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  selected(FuzzInput(Array(UnsafeBufferPointer(start: bytes, count: count))))
  return 0
}

/// The files at `path`: one, or all of a folder in the order of their names.
private func files(at path: String) -> [String] {
  var isFolder: ObjCBool = false
  guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
  else { return [path] }
  let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  return names.sorted().map { "\(path)/\($0)" }
}

private func refuse(_ message: String) -> Never {
  FileHandle.standardError.write(Data("error: \(message)\n".utf8))
  exit(64)
}

guard CommandLine.arguments.count > 1 else {
  refuse("no target, expected one of \(FuzzTarget.names.joined(separator: ", "))")
}
let name = CommandLine.arguments[1]
if name == "--list" {
  print(FuzzTarget.names.joined(separator: "\n"))
  exit(0)
}
guard let target = FuzzTarget.all[name] else {
  refuse("no target '\(name)', expected one of \(FuzzTarget.names.joined(separator: ", "))")
}
selected = target()

if tanada_has_fuzzer() {
  // libFuzzer starts this program again with its own arguments, of which the target is no option.
  let arguments = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
  var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
  var count = Int32(arguments.count)
  let status = pointers.withUnsafeMutableBufferPointer { buffer in
    var start = buffer.baseAddress
    return tanada_fuzz(&count, &start, feed)
  }
  exit(status)
}

var inputCount = 0
for path in CommandLine.arguments.dropFirst(2).flatMap(files(at:)) {
  guard let bytes = FileManager.default.contents(atPath: path) else {
    refuse("\(path) cannot be read")
  }
  // What ends the process is named by the last line before it.
  FileHandle.standardError.write(Data("\(path)\n".utf8))
  selected(FuzzInput(Array(bytes)))
  inputCount += 1
}
print("✔ \(name): \(inputCount) inputs")
