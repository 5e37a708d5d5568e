import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of an archive. What is packed already, a PDF for example, is stored as it is. */
export type ZipFile = { name: string; content: AsyncIterable<Buffer> | Buffer }

type Written = { name: Buffer; deflated: boolean; crc: number; packed: number; size: number; offset: number }

const mostOf32 = 0xffffffff
const mostOf16 = 0xffff
/** Names are UTF-8, and sizes may follow the content. */
const utf8 = 0x0800
const sizesFollow = 0x0008

/**
 * A ZIP archive as a stream (PKWARE APPNOTE 6.3.9), beyond 4 GB and 65,535 files too. Of a file nothing is held but what
 * is on its way; of the archive, a line for each file until its directory is written at the end.
 */
export async function* zipOf(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Buffer> {
  const stamp = dosTime(at)
  const all: Written[] = []
  let offset = 0
  for await (const file of files) {
    const name = Buffer.from(file.name)
    const deflated = !Buffer.isBuffer(file.content)
    const entry: Written = { name, deflated, crc: 0, packed: 0, size: 0, offset }
    if (Buffer.isBuffer(file.content)) {
      entry.crc = crc32(file.content)
      entry.packed = entry.size = file.content.length
    }
    const head = localHeader(entry, stamp)
    yield head
    if (Buffer.isBuffer(file.content)) yield file.content
    else yield* deflate(file.content, entry)
    const tail = deflated ? sizesOf(entry) : Buffer.alloc(0)
    if (deflated) yield tail
    offset += head.length + entry.packed + tail.length
    all.push(entry)
  }
  let size = 0
  for (const entry of all) {
    const line = directoryEntry(entry, stamp)
    size += line.length
    yield line
  }
  yield endOfDirectory(all.length, size, offset)
}

async function* deflate(content: AsyncIterable<Buffer>, entry: Written): AsyncGenerator<Buffer> {
  const source = Readable.from(counted(content, entry))
  const packer = createDeflateRaw()
  source.on('error', (error) => packer.destroy(error))
  try {
    for await (const part of source.pipe(packer)) {
      entry.packed += part.length
      yield part
    }
  } finally {
    source.destroy()
    packer.destroy()
  }
}

async function* counted(content: AsyncIterable<Buffer>, entry: Written): AsyncGenerator<Buffer> {
  for await (const part of content) {
    entry.crc = crc32(part, entry.crc)
    entry.size += part.length
    yield part
  }
}

/** Local time has no place in it: the archive is in UTC. */
function dosTime(at: Date): { time: number; date: number } {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return { time, date }
}

/** Little endian numbers one after the other, each of so many bytes. */
function numbers(...given: [value: number, bytes: 2 | 4 | 8][]): Buffer {
  return Buffer.concat(
    given.map(([value, bytes]) => {
      const part = Buffer.alloc(bytes)
      if (bytes === 8) part.writeBigUInt64LE(BigInt(value))
      else part.writeUIntLE(value, 0, bytes)
      return part
    }),
  )
}

const isLarge = ({ packed, size, offset }: Written) =>
  packed >= mostOf32 || size >= mostOf32 || offset >= mostOf32

type Stamp = ReturnType<typeof dosTime>

/** Version, flags, method, time, checksum, sizes: what local header and directory have alike. */
const common = ({ deflated, crc, packed, size }: Written, { time, date }: Stamp, large: boolean) =>
  numbers(
    [large ? 45 : 20, 2],
    [utf8 | (deflated ? sizesFollow : 0), 2],
    [deflated ? 8 : 0, 2],
    [time, 2],
    [date, 2],
    [crc, 4],
    [large ? mostOf32 : packed, 4],
    [large ? mostOf32 : size, 4],
  )

function localHeader(entry: Written, stamp: Stamp): Buffer {
  return Buffer.concat([
    numbers([0x04034b50, 4]),
    common(entry, stamp, false),
    numbers([entry.name.length, 2], [0, 2]),
    entry.name,
  ])
}

function sizesOf({ crc, packed, size }: Written): Buffer {
  const bytes = packed >= mostOf32 || size >= mostOf32 ? 8 : 4
  return numbers([0x08074b50, 4], [crc, 4], [packed, bytes], [size, bytes])
}

function directoryEntry(entry: Written, stamp: Stamp): Buffer {
  const { name, packed, size, offset } = entry
  const large = isLarge(entry)
  const extra = large ? numbers([1, 2], [24, 2], [size, 8], [packed, 8], [offset, 8]) : Buffer.alloc(0)
  return Buffer.concat([
    numbers([0x02014b50, 4], [large ? 45 : 20, 2]),
    common(entry, stamp, large),
    numbers(
      [name.length, 2],
      [extra.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [large ? mostOf32 : offset, 4],
    ),
    name,
    extra,
  ])
}

function endOfDirectory(count: number, size: number, offset: number): Buffer {
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [Math.min(count, mostOf16), 2],
    [Math.min(count, mostOf16), 2],
    [Math.min(size, mostOf32), 4],
    [Math.min(offset, mostOf32), 4],
    [0, 2],
  )
  if (count < mostOf16 && size < mostOf32 && offset < mostOf32) return end
  const large = numbers(
    [0x06064b50, 4],
    [44, 8],
    [45, 2],
    [45, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [offset, 8],
  )
  const locator = numbers([0x07064b50, 4], [0, 4], [offset + size, 8], [1, 4])
  return Buffer.concat([large, locator, end])
}
