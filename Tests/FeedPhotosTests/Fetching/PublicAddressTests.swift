import FeedPhotos
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@Suite struct PublicAddressTests {
  @Test(arguments: [
    "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
    "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
    "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255",
    "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0",
    "203.0.112.255", "203.0.114.0", "223.255.255.255",
    "2000::", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2606:4700:4700::1111",
    "2a00:1450:4001:82b::200e", "3ffe:ffff::", "3fff:1000::",
    "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1",
  ])
  func addressesOfTheInternetArePublic(text: String) throws {
    #expect(PublicAddress.isPublic(try bytes(of: text)))
  }

  @Test(arguments: [
    "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255",
    "127.0.0.1", "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255",
    "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.255", "192.0.2.0", "192.0.2.255",
    "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255",
    "198.51.100.0", "198.51.100.255", "203.0.113.0", "203.0.113.255", "224.0.0.0",
    "239.255.255.255", "240.0.0.0", "255.255.255.255",
    "::", "::1", "::8.8.8.8", "100::1", "64:ff9b:1::1", "1fff:ffff::", "2001::1",
    "2001:1ff:ffff::", "2001:db8::", "2001:db8:ffff::1", "3fff::", "3fff:fff::1", "4000::",
    "fc00::", "fdff:ffff::1", "fe80::1", "fec0::1", "ff00::", "ff02::1",
    "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::127.0.0.1", "64:ff9b::169.254.169.254",
    "2002:7f00:1::", "2002:a00:1::1",
  ])
  func addressesOfMachinesAndTheirNetworksAreNot(text: String) throws {
    #expect(!PublicAddress.isPublic(try bytes(of: text)))
  }

  @Test(arguments: [0, 3, 5, 15, 17])
  func bytesOfAnotherCountAreNoAddress(count: Int) {
    #expect(!PublicAddress.isPublic([UInt8](repeating: 8, count: count)))
  }

  private func bytes(of text: String) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    let status = inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes)
    try #require(status == 1)
    return bytes
  }
}
