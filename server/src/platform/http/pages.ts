import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** The built web: `/` is the prerendered landing page, every other address the application's shell. */
export async function servePages(app: FastifyInstance): Promise<void> {
  const built = existsSync(dist)
  if (built) {
    const each = { root: dist, index: ['index.html'], preCompressed: true }
    await app.register(fastifyStatic, {
      ...each,
      // A route for each file, so that every other address is a page; none for files that have a route below, nor for the
      // compressed forms of a file, which the plugin finds beside it.
      wildcard: false,
      globIgnore: ['assets/**', '**/*.{br,gz}'],
      cacheControl: false,
      setHeaders: (response) => response.header('cache-control', 'no-cache'),
    })
    // Hundreds of parts, whose names carry a hash of their content: they never change.
    await app.register(fastifyStatic, {
      ...each,
      root: join(dist, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      maxAge: '1y',
      immutable: true,
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (!built || !wantsPage || path.startsWith('/api/') || /\.\w{2,5}$/.test(path)) {
      throw new Refusal('not_found', 'There is nothing at this address')
    }
    return reply.sendFile('app.html')
  })
}
