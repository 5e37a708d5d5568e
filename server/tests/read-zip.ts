import { crc32, inflateRawSync } from 'node:zlib'

/** The files of an archive by name, read from its directory; fails if a checksum is wrong. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const large = zip.readUInt32LE(end - 20) === 0x07064b50
  const at64 = large ? Number(zip.readBigUInt64LE(end - 12)) : 0
  const count = large ? Number(zip.readBigUInt64LE(at64 + 32)) : zip.readUInt16LE(end + 10)
  let at = large ? Number(zip.readBigUInt64LE(at64 + 48)) : zip.readUInt32LE(end + 16)
  const files = new Map<string, Buffer>()
  for (let index = 0; index < count; index++) {
    const [method, crc, packed] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 20),
    ]
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const local = zip.readUInt32LE(at + 42)
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const content = zip.subarray(begin, begin + packed)
    const file = method === 8 ? inflateRawSync(content) : content
    if (crc32(file) !== crc) throw new Error(`The checksum of ${name} does not hold`)
    files.set(name, file)
    at += 46 + nameLength + extraLength
  }
  return files
}
