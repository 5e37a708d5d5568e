import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../errors.ts'

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/**
 * The built web: `/` is the prerendered landing page, every other address the application's shell. `clockAhead` is given in a
 * demonstration: its pages say by how much their clock is ahead of the real time, so that the first thing they show is right.
 */
export async function servePages(app: FastifyInstance, clockAhead: (() => number) | null): Promise<void> {
  const built = existsSync(dist)
  if (built) {
    const each = { root: dist, index: ['index.html'], preCompressed: true }
    await app.register(fastifyStatic, {
      ...each,
      // A route for each file, so that every other address is a page; none for files that have a route below, nor for the
      // compressed forms of a file, which the plugin finds beside it.
      wildcard: false,
      globIgnore: ['assets/**', '**/*.{br,gz}', ...(clockAhead ? ['index.html'] : [])],
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
  const sendPage = clockAhead ? pageSender(clockAhead) : (reply: FastifyReply) => reply.sendFile('app.html')
  if (built && clockAhead)
    app.get('/', { schema: { hide: true } }, (_, reply) => sendPage(reply, 'index.html'))
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (!built || !wantsPage || path.startsWith('/api/') || /\.\w{2,5}$/.test(path)) {
      throw new Refusal('not_found', 'There is nothing at this address')
    }
    return sendPage(reply, 'app.html')
  })
}

function pageSender(clockAhead: () => number) {
  return (reply: FastifyReply, name: 'app.html' | 'index.html') => {
    const page = readFileSync(join(dist, name), 'utf8')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replace('</head>', `<meta name="clock-ahead" content="${clockAhead()}" /></head>`))
  }
}
