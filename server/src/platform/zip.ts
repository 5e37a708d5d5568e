import { once } from 'node:events'
import { Readable } from 'node:stream'
import { constants } from 'node:zlib'
import ZipStream from 'zip-stream'

/** A file of an archive. A buffer is content that does not compress, a PDF for example: it is stored as it is. */
export type ZipFile = { name: string; content: AsyncIterable<Buffer> | Buffer }

/** A ZIP archive as a stream, also beyond 4 GB and 65,535 files. The content of a written file is not kept in memory. */
export async function* zipOf(files: AsyncIterable<ZipFile>, at: Date): AsyncGenerator<Buffer> {
  const zip = new ZipStream({ zlib: { level: constants.Z_DEFAULT_COMPRESSION } })
  const add = (name: string, content: Buffer | Readable) =>
    new Promise<void>((done, fail) => {
      const store = Buffer.isBuffer(content)
      zip.entry(content, { name, date: at, store }, (error) => (error ? fail(error) : done()))
    })
  let source: Buffer | Readable | undefined
  const addAll = async () => {
    for await (const { name, content } of files) {
      source = Buffer.isBuffer(content) ? content : Readable.from(content)
      await add(name, source)
      if (zip.writableNeedDrain) await once(zip, 'drain')
      if (zip.destroyed) return
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
