/// The pixels that `decodeThumbHash` of tanada.js makes of the hash in the test, 3 × 2.
enum ThumbHashVector {
  static let pixels: [UInt8] = [
    142, 134, 145, 255, 174, 160, 160, 255, 137, 137, 145, 255,
    7, 7, 15, 255, 46, 38, 37, 255, 34, 39, 50, 255,
  ]
}
