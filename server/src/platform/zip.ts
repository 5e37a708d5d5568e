import { once } from 'node:events'
import { Readable } from 'node:stream'
import { constants } from 'node:zlib'

/** A file of an archive. A buffer is content that does not compress, a PDF for example: it is stored as it is. */
export type ZipFile = { name: string; content: AsyncIterable<Buffer> | Buffer }

/** A ZIP archive as a stream, also beyond 4 GB and 65,535 files. The content of a written file is not kept in memory. */
export async function* zipOf(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Buffer> {
  const { default: ZipStream } = await import('zip-stream')
  const zip = new ZipStream({ zlib: { level: constants.Z_DEFAULT_COMPRESSION } })
  const add = (name: string, content: Buffer | Readable) =>
    new Promise<void>((done, fail) => {
      const store = Buffer.isBuffer(content)
      zip.entry(content, { name, date: at, store }, (error) => (error ? fail(error) : done()))
    })
  // Once the archive is destroyed, its entries and `drain` never end.
  const closed = new Promise<void>((done) => zip.once('close', done))
  let source: Buffer | Readable | undefined
  const addAll = async () => {
    for await (const { name, content } of files) {
      if (zip.destroyed) return
      source = Buffer.isBuffer(content) ? content : Readable.from(content)
      await Promise.race([add(name, source), closed])
      if (zip.destroyed) return
      if (zip.writableNeedDrain) await Promise.race([once(zip, 'drain'), closed])
    }
    zip.finish()
  }
  addAll().catch((error: Error) => zip.destroy(error))
  try {
    yield* zip
  } finally {
    zip.destroy()
    if (source instanceof Readable) source.destroy()
  }
}
