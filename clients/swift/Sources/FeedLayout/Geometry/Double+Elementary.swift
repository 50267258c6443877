#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(ucrt)
  import ucrt
#endif

// The elementary functions of the platform's C library: the only functions of this module that are not arithmetic.
// Their last bit may differ between platforms.
extension Double {
  static func sin(_ angle: Double) -> Double { platformSine(angle) }
  static func cos(_ angle: Double) -> Double { platformCosine(angle) }
  static func acos(_ cosine: Double) -> Double { platformArcCosine(cosine) }
  static func log(_ number: Double) -> Double { platformLogarithm(number) }
  static func log10(_ number: Double) -> Double { platformDecimalLogarithm(number) }
  static func pow(_ base: Double, _ exponent: Double) -> Double { platformPower(base, exponent) }
  static func sqrt(_ number: Double) -> Double { number.squareRoot() }
}

// Inside of the extension, the names of these functions are those of its own.
private func platformSine(_ angle: Double) -> Double { sin(angle) }
private func platformCosine(_ angle: Double) -> Double { cos(angle) }
private func platformArcCosine(_ cosine: Double) -> Double { acos(cosine) }
private func platformLogarithm(_ number: Double) -> Double { log(number) }
private func platformDecimalLogarithm(_ number: Double) -> Double { log10(number) }
private func platformPower(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
