import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** The built web: `/` is the prerendered landing page, every other address the application's shell. */
export async function servePages(app: FastifyInstance): Promise<void> {
  const built = existsSync(dist)
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: false,
      index: ['index.html'],
      // No routes for the compressed forms of files: the plugin finds them beside the file.
      globIgnore: ['**/*.{br,gz}'],
      preCompressed: true,
      setHeaders(response, path) {
        // Names under assets/ carry a hash of their content: they never change. Everything else is asked for again.
        response.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
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
