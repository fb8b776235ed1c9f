import { BlockList, isIP } from 'node:net';

/**
 * IPv4 ranges without public hosts, by the registry of special-purpose addresses, and one cloud's metadata.
 */
const IPV4 = [
  ['0.0.0.0', 8], // this network, unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; a cloud's metadata is in it
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // a cloud's metadata on a public address
  ['169.254.0.0', 16], // link-local, metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const;

/**
 * The only public IPv6 range. Loopback, link-local, unique local, multicast, IPv4-mapped and NAT64 are
 * outside of it.
 */
const PUBLIC_IPV6 = ['2000::', 3] as const;
/** Exceptions within it. */
const IPV6 = [
  ['2001::', 23], // protocol assignments, Teredo, which carries IPv4
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4, which carries IPv4
  ['3fff::', 20], // documentation
] as const;

const forbiddenIpv4 = listOf(IPV4, 'ipv4');
const forbiddenIpv6 = listOf(IPV6, 'ipv6');
const publicIpv6 = listOf([PUBLIC_IPV6], 'ipv6');

/** Whether outbound requests must not reach an address, given as text. */
export function isForbiddenAddress(address: string): boolean {
  if (isIP(address) === 4) return forbiddenIpv4.check(address, 'ipv4');
  // Only forbidden addresses have a zone, as in fe80::1%eth0.
  if (isIP(address) !== 6 || address.includes('%')) return true;
  return !publicIpv6.check(address, 'ipv6') || forbiddenIpv6.check(address, 'ipv6');
}

function listOf(ranges: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, bits] of ranges) list.addSubnet(network, bits, family);
  return list;
}
