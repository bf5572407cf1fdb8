/**
 * - `public`: anybody's.
 * - `private`: this machine's, its network's, or nobody's.
 * - `metadata`: where a cloud tells a machine who it is, and gives it the keys to prove that.
 */
export type AddressKind = 'public' | 'private' | 'metadata';

/** An address as the host of a URL has it, without brackets; IPv4 in the clothes of IPv6 as IPv4. `null`: it is none. */
export function canonicalAddress(hostname: string): string | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return hostname;
  if (!/^\[.*\]$/.test(hostname)) return null;
  const address = hostname.slice(1, -1);
  const bytes = bytesOf(address);
  return isIn(bytes, mappedIpv4) ? bytes.slice(12).join('.') : address;
}

/** Of a canonical address. What is not known to be public is private. */
export function addressKind(address: string): AddressKind {
  if (metadataAddresses.includes(address)) return 'metadata';
  const bytes = bytesOf(address);
  if (bytes.length === 4) return reservedIpv4.some((block) => isIn(bytes, block)) ? 'private' : 'public';
  // What translates between the two families reaches the address that is in it.
  if (isIn(bytes, translatedIpv4)) return addressKind(bytes.slice(12).join('.'));
  const isPublic = isIn(bytes, globalIpv6) && !reservedIpv6.some((block) => isIn(bytes, block));
  return isPublic ? 'public' : 'private';
}

/** Whether it is this machine's, and never leaves it. Of a canonical address. */
export function isLoopback(address: string): boolean {
  return loopback.some((block) => isIn(bytesOf(address), block));
}

/** Whether it stands for every address of this machine: who connects to it is connected to the loopback interface. Of a canonical address. */
export function isUnspecified(address: string): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** Of AWS (machines, containers), Azure, Google, Alibaba and Oracle. */
const metadataAddresses: readonly string[] = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::254',
  'fd00:ec2::23',
  '168.63.129.16',
  'fd20:ce::254',
  '100.100.100.200',
  '192.0.0.192',
];

interface Block {
  readonly bytes: readonly number[];
  readonly bits: number;
}

/** https://www.iana.org/assignments/iana-ipv4-special-registry, multicast (224/4) and what is kept for later (240/4). */
const reservedIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(readBlock);

/** All that has been given out so far, see https://www.iana.org/assignments/ipv6-unicast-address-assignments. */
const globalIpv6 = readBlock('2000::/3');

/** https://www.iana.org/assignments/iana-ipv6-special-registry; Teredo (in 2001::/23) and 6to4 (2002::/16) carry IPv4. */
const reservedIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(readBlock);

const loopback = ['127.0.0.0/8', '::1/128'].map(readBlock);

const mappedIpv4 = readBlock('::ffff:0:0/96');
const translatedIpv4 = readBlock('64:ff9b::/96');

function readBlock(text: string): Block {
  const [address = '', bits = ''] = text.split('/');
  return { bytes: bytesOf(address), bits: Number(bits) };
}

function isIn(bytes: readonly number[], block: Block): boolean {
  if (bytes.length !== block.bytes.length) return false;
  return bytes.every((byte, index) => {
    const bits = Math.min(Math.max(block.bits - index * 8, 0), 8);
    return byte >> (8 - bits) === (block.bytes[index] ?? 0) >> (8 - bits);
  });
}

/** 4 of IPv4, 16 of IPv6. */
function bytesOf(address: string): readonly number[] {
  if (!address.includes(':')) return address.split('.').map(Number);
  const [before = '', after] = address.split('::');
  const left = groupsOf(before);
  const right = groupsOf(after ?? '');
  const gap = after === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: gap }, () => 0), ...right];
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}

function groupsOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
