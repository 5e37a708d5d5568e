import { open } from 'node:fs/promises'
import { AwsV4Signer } from 'aws4fetch'
import { seconds } from '../clock.ts'
import { tracedFetch } from '../traces/outgoing.ts'
import { BucketError, notReached, refusedBy } from './bucket-error.ts'

/** Where copies are kept beside the folder: a bucket of a store that speaks the protocol of Amazon S3. */
export type BucketSettings = {
  /** Without a slash at the end. */
  endpoint: string
  bucket: string
  /** Null: the one in the name of the endpoint, or `us-east-1`. */
  region: string | null
  /** The beginning of the name of each object, with a slash at the end; empty: none. */
  prefix: string
  keyId: string
  secret: string
}

export type Bucket = {
  /** Host, bucket and prefix, as people read them. */
  readonly place: string
  /** Sizes of the objects below the prefix by their names without it. */
  list(): Promise<Map<string, number>>
  write(name: string, content: Uint8Array): Promise<void>
  /**
   * Sends a file in parts, one after the other, and returns its size. If a part fails, the next call continues with it.
   */
  send(name: string, path: string): Promise<number>
  /** The bytes of an object from `from` up to and without `to`. */
  read(name: string, from: number, to: number): Promise<Buffer>
  remove(name: string): Promise<void>
}

const mebibyte = 2 ** 20
/** The usual size of a part: small, so that a failed request is cheap to repeat. S3 requires at least 5 MiB. */
export const partBytes = 8 * mebibyte
const mostParts = 10_000

/** The timeout of a request, long enough at 30 kB/s. Node itself ends a request after five minutes without an answer. */
const patienceFor = (bytes: number) => seconds(30) + Math.round(bytes / 30)

type Asked = { method: 'GET' | 'PUT' | 'POST' | 'DELETE'; name?: string; search?: Record<string, string> } & (
  | { body?: Uint8Array }
  | { range: { from: number; to: number } }
)

/** A file of which a part was sent. */
type Upload = { id: string; size: number; partBytes: number; tags: string[] }

export const placeOf = ({ endpoint, bucket, prefix }: BucketSettings): string =>
  [new URL(endpoint).host, bucket, ...(prefix === '' ? [] : [prefix.slice(0, -1)])].join('/')

/** Each request is signed with its content. Redirections are not followed. @param signal ends all requests */
export function openBucket(settings: BucketSettings, signal?: AbortSignal): Bucket {
  const { endpoint, bucket, prefix } = settings
  const place = placeOf(settings)
  const keys = new Map<string, ArrayBuffer>()

  async function ask({ method, name, search = {}, ...rest }: Asked): Promise<Response> {
    const url = new URL(`${endpoint}/${bucket}${name === undefined ? '' : `/${prefix}${name}`}`)
    url.search = new URLSearchParams(search).toString()
    const body = 'body' in rest ? rest.body : undefined
    const range = 'range' in rest ? rest.range : undefined
    const headers: Record<string, string> = { 'x-amz-content-sha256': await sha256(body) }
    if (range) headers.range = `bytes=${range.from}-${range.to - 1}`
    const signed = await new AwsV4Signer({
      ...{ method, url: url.toString(), headers, service: 's3', cache: keys },
      ...{ accessKeyId: settings.keyId, secretAccessKey: settings.secret },
      ...(settings.region !== null && { region: settings.region }),
    }).sign()
    const patience = AbortSignal.timeout(patienceFor(body?.length ?? (range ? range.to - range.from : 0)))
    return tracedFetch('backups', signed.url, {
      ...{ method, headers: signed.headers, redirect: 'manual' },
      ...(body && { body: body as Uint8Array<ArrayBuffer> }),
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
  }

  /** Reads the whole answer, so that its connection is free again. */
  async function call(asked: Asked): Promise<{ headers: Headers; content: Buffer }> {
    try {
      const response = await ask(asked)
      const content = Buffer.from(await response.arrayBuffer())
      if (response.ok) return { headers: response.headers, content }
      throw refusedBy(place, response.status, content.toString('utf8'))
    } catch (error) {
      if (error instanceof BucketError) throw error
      signal?.throwIfAborted()
      throw notReached(place, error)
    }
  }
  const callXml = async (asked: Asked) => (await call(asked)).content.toString('utf8')

  async function list(): Promise<Map<string, number>> {
    const sizes = new Map<string, number>()
    let after: string | undefined
    do {
      const search = { 'list-type': '2', prefix, ...(after !== undefined && { 'continuation-token': after }) }
      const xml = await callXml({ method: 'GET', search })
      if (!xml.includes('<ListBucketResult')) throw notUnderstood('a list')
      for (const [, object = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        sizes.set((field(object, 'Key') ?? '').slice(prefix.length), Number(field(object, 'Size')))
      }
      const next = field(xml, 'IsTruncated') === 'true' ? field(xml, 'NextContinuationToken') : undefined
      if (next !== undefined && next === after) throw notUnderstood('the next page of a list')
      after = next
    } while (after !== undefined)
    return sizes
  }

  const notUnderstood = (what: string) =>
    new BucketError(`${place} answered a request for ${what} with something else.`)

  const uploads = new Map<string, Upload>()

  async function begin(name: string, size: number): Promise<Upload> {
    const id = field(await callXml({ method: 'POST', name, search: { uploads: '' } }), 'UploadId')
    if (!id) throw notUnderstood('an upload')
    const whole = Math.ceil(size / mostParts / mebibyte) * mebibyte
    const upload: Upload = { id, size, partBytes: Math.max(partBytes, whole), tags: [] }
    uploads.set(name, upload)
    return upload
  }

  async function sendRest(name: string, upload: Upload, read: ReadPart): Promise<void> {
    for (;;) {
      const from = upload.tags.length * upload.partBytes
      if (from >= upload.size) break
      const body = await read(from, Math.min(upload.partBytes, upload.size - from))
      const search = { partNumber: String(upload.tags.length + 1), uploadId: upload.id }
      const { headers } = await call({ method: 'PUT', name, search, body })
      upload.tags.push(headers.get('etag') ?? '')
    }
    const parts = upload.tags.map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
    )
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
    const answer = await callXml({ method: 'POST', name, search: { uploadId: upload.id }, body })
    // A store may report an error in the body of an answer with status 200.
    if (!answer.includes('CompleteMultipartUploadResult')) throw refusedBy(place, 500, answer)
    uploads.delete(name)
  }

  return {
    place,
    list,
    async write(name, body) {
      await call({ method: 'PUT', name, body })
    },
    async send(name, path) {
      const file = await open(path)
      try {
        const { size } = await file.stat()
        const read = readFrom(file, path)
        if (size <= partBytes) {
          await call({ method: 'PUT', name, body: await read(0, size) })
          return size
        }
        const known = uploads.get(name)
        await sendRest(name, known?.size === size ? known : await begin(name, size), read)
        return size
      } catch (error) {
        // The store has removed the upload, or has completed it and the answer was lost: the next list shows which.
        if (error instanceof BucketError && error.status === 404) uploads.delete(name)
        throw error
      } finally {
        await file.close()
      }
    },
    async read(name, from, to) {
      const { content } = await call({ method: 'GET', name, range: { from, to } })
      if (content.length !== to - from) throw notUnderstood('a part of an object')
      return content
    },
    async remove(name) {
      await call({ method: 'DELETE', name })
    },
  }
}

type ReadPart = (from: number, bytes: number) => Promise<Uint8Array>

const readFrom =
  (file: Awaited<ReturnType<typeof open>>, path: string): ReadPart =>
  async (from, bytes) => {
    const part = Buffer.allocUnsafe(bytes)
    const { bytesRead } = await file.read(part, 0, bytes, from)
    if (bytesRead !== bytes) throw new Error(`${path} has become shorter`)
    return part
  }

const field = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`)
    .exec(xml)?.[1]
    ?.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: keyof typeof entities) => entities[entity])

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Computed in the thread pool, since hashing a part would block the event loop for some milliseconds. */
async function sha256(body: Uint8Array = new Uint8Array()): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)
  return Buffer.from(hash).toString('hex')
}
