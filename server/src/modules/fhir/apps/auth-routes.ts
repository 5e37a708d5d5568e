import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { TellDenial } from '#server/platform/http/denials.ts'
import { refusalOf } from '#server/platform/http/errors.ts'
import { byNetwork, giveBack, type Limit, spend, spendOfNetwork } from '#server/platform/limits.ts'
import { authBase, discovery, endpoints } from './endpoints.ts'
import type { AuthorizationServer } from './hold-authorization-server.ts'

/** Limits the load: secrets have 256 random bits and cannot be guessed. Successful requests do not count. */
const triesOfNetwork: Limit = { name: 'FHIR tokens: network', burst: 30, perSeconds: 600 }
/** A request of an app is stored before anybody is signed in. */
const requestsOfNetwork: Limit = { name: 'FHIR app requests: network', burst: 60, perSeconds: 600 }

// The option of `@fastify/cors`, which has no type for it.
declare module 'fastify' {
  interface FastifyContextConfig {
    cors?: false
  }
}

const hidden = { schema: { hide: true } }
/** Browsers go to these addresses. Pages of other origins cannot read the answers. */
const forBrowsers = { ...hidden, config: { cors: false as const } }

type ContextOf = (request: FastifyRequest) => Context

/** The calls of the authorization server. They follow OAuth 2.0; the library reads the body and writes the answer itself. */
export function authRoutes(
  scope: FastifyInstance,
  contextOf: ContextOf,
  tellDenial: TellDenial,
  server: AuthorizationServer,
): void {
  void scope.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, _body, done) => done(null))
    own.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
      const refusal = refusalOf(error, request)
      tellDenial(request, refusal)
      const { retryAfterSeconds } = refusal.detail
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      const answer = { error: 'temporarily_unavailable', error_description: refusal.message }
      return reply.code(refusal.status).type('application/json').send(JSON.stringify(answer))
    })
    const pass = async (request: FastifyRequest, reply: FastifyReply) => {
      const provider = await server()
      const { raw } = reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value)
      const { publicUrl } = contextOf(request).config
      request.raw.url = request.url.slice(authBase.length)
      // The library puts it before the paths of the addresses that it writes.
      Object.assign(request.raw, { baseUrl: authBase })
      // The library trusts these headers, so what a caller has sent in them is overwritten.
      request.raw.headers['x-forwarded-proto'] = publicUrl.split(':')[0]
      request.raw.headers['x-forwarded-for'] = request.ip
      request.raw.headers['x-forwarded-host'] = new URL(publicUrl).host
      await provider.callback()(request.raw, raw)
      if (raw.statusCode === 401)
        tellDenial(
          request,
          new Refusal('wrong_credentials', 'The client or its secret is wrong, or the client is ended'),
        )
    }
    own.get(`${authBase}${endpoints.authorization}`, forBrowsers, async (request, reply) => {
      await spendOfNetwork(contextOf(request), requestsOfNetwork)
      await pass(request, reply)
    })
    own.get(`${authBase}${endpoints.authorization}/:uid`, forBrowsers, pass)
    own.get(`${authBase}${endpoints.jwks}`, hidden, pass)
    own.get(`${authBase}${discovery}`, hidden, pass)
    for (const path of [endpoints.token, endpoints.introspection, endpoints.revocation]) {
      own.post(`${authBase}${path}`, hidden, async (request, reply) => {
        const context = contextOf(request)
        const limits = byNetwork(triesOfNetwork, context.network)
        for (const [limit, network] of limits) await spend(context, limit, network)
        await pass(request, reply)
        if (reply.raw.statusCode < 400)
          for (const [limit, network] of limits) await giveBack(context, limit, network)
      })
    }
  })
}
