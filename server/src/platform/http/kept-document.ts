import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'
type Kept = Readonly<Record<Encoding, { body: Buffer; etag: string }>>

/**
 * Serves a document that stays the same while the process runs. It is built and compressed at the first request, and cached:
 * when it was built for each request, a hundred readers of a megabyte blocked all other requests for seconds.
 */
export function keepDocument(type: string, make: () => string) {
  let kept: Promise<Kept> | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    kept ??= prepared(make())
    const documents = await kept
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = negotiate<Encoding>(accepted, ['br', 'gzip', 'identity']) ?? 'identity'
    const { body, etag } = documents[encoding]
    // Clients revalidate at each use: a newer server sends its document, an unchanged one answers with 304.
    reply.header('cache-control', 'public, no-cache').header('vary', 'accept-encoding').header('etag', etag)
    if (hasTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type(type).send(body)
  }
}

async function prepared(text: string): Promise<Kept> {
  const plain = Buffer.from(text)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  // The best quality takes seconds of a core for a tenth less.
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 6, [zlib.BROTLI_PARAM_SIZE_HINT]: plain.length }
  return {
    br: { body: await promisify(brotliCompress)(plain, { params }), etag: `"${hash}-br"` },
    gzip: { body: await promisify(gzip)(plain), etag: `"${hash}-gzip"` },
    identity: { body: plain, etag: `"${hash}"` },
  }
}

/** Proxies that compress or decompress mark a tag as weak (W/). */
const hasTag = (given: string | undefined, etag: string): boolean =>
  (given ?? '').split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))
