import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import type { BodyOf, Endpoint, HeadersOf, ParamsOf, QueryOf, ResponseInput } from '#contract/endpoint.ts'
import { may, type Permission, whyNotPermitted } from '#contract/permissions.ts'
import { wordParameters, wordsHeader } from '#contract/words.ts'
import type { Actor, Context } from '../context.ts'
import { invalid, notAllowed, Refusal } from '../errors.ts'
import { networkOf } from '../network.ts'
import { asideFromCommits, knowingCommits } from '../outcome.ts'
import type { Replica } from '../replica.ts'
import { knowActor } from './denials.ts'
import { mayRunAgain, patiently } from './patience.ts'

/** The context of the HTTP application, without a request. */
export type Base = Omit<Context, 'actor' | 'network'> & {
  /** For reads that may be some seconds old; none without `DATABASE_READ_URL`. */
  readonly replica?: Replica | undefined
}
/** Finds the person of a bearer token, or null. */
export type Authenticate = (base: Base, token: string) => Promise<Actor | null>

export type Call<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  headers: HeadersOf<E>
  request: FastifyRequest
  reply: FastifyReply
}

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? Context : Context & { actor: Actor }

/** Registers a call of the contract. Its access is checked before the body is read. */
export type Serve = <const E extends Endpoint>(
  endpoint: E,
  handler: (context: ContextOf<E>, call: Call<E>) => Promise<ResponseInput<E>>,
) => void

export const bearer = /^Bearer ([\w-]{16,200})$/i

export function createServe(app: FastifyInstance, base: Base, authenticate: Authenticate): Serve {
  return (endpoint, handler) => {
    const status = Number(Object.keys(endpoint.responses)[0])
    const contexts = new WeakMap<FastifyRequest, Context>()

    async function admit(request: FastifyRequest): Promise<void> {
      const token = bearer.exec(request.headers.authorization ?? '')?.[1]
      const asks = endpoint.access !== 'public' || endpoint.knowsActor === true
      const actor =
        token !== undefined && asks
          ? await patiently(() => asideFromCommits(() => authenticate(base, token)))
          : null
      knowActor(request, actor)
      if (actor?.program) requireScope(endpoint, actor.program)
      else if (endpoint.access !== 'public') {
        if (!actor) throw new Refusal('not_signed_in', 'Please log in first')
        if (!endpoint.access.includes(actor.role)) throw notAllowed()
        if (actor.needsSecondFactor && !endpoint.beforeSecondFactor) throw factorMissing()
      }
      if (actor && endpoint.permission && !may(actor, endpoint.permission))
        throw notPermitted(endpoint.permission)
      contexts.set(request, { ...base, actor, network: networkOf(request.ip) })
    }

    const route: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      onRequest: admit,
      preValidation: takeWords,
      schema: {
        summary: endpoint.summary,
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.headers && { headers: endpoint.headers }),
        ...(endpoint.body && { body: endpoint.body }),
        ...(endpoint.file && { body: fileBody, consumes: [fileType] }),
        response: endpoint.responses,
        security: securityOf(endpoint),
      },
      async handler(request, reply) {
        reply.code(status)
        const context = contexts.get(request) as ContextOf<typeof endpoint>
        const { params, query, body, headers } = request
        const call = { params, query, body, headers, request, reply } as unknown as Call<typeof endpoint>
        const mayRepeat = mayRunAgain(endpoint, request)
        return patiently(
          () =>
            knowingCommits(() =>
              endpoint.mayBeLate && base.replica
                ? base.replica.read((db) => handler({ ...context, db }, call))
                : handler(context, call),
            ),
          (error) => !reply.sent && mayRepeat(error),
        )
      },
    }
    if (endpoint.file) routeOfFile(app, route, endpoint.file.most)
    else app.route(route)
  }
}

/** Adds the search words of the header `x-words` to the query. */
async function takeWords(request: FastifyRequest): Promise<void> {
  const words = request.headers[wordsHeader]
  if (typeof words !== 'string') return
  const query: Record<string, unknown> = { ...(request.query as object) }
  for (const [name, value] of new URLSearchParams(words)) {
    if (!wordParameters.includes(name))
      throw invalid({ [name]: ['This parameter is not allowed in the header x-words'] })
    query[name] = name in query ? [query[name], value].flat() : value
  }
  request.query = query
}

/** As OpenAPI says it: nothing, the token of a session, an API key with a scope, or one of them. */
function securityOf({ access, knowsActor, scope }: Endpoint): Record<string, string[]>[] {
  const byKey = scope === undefined ? [] : [{ apiKey: scope === 'any' ? [] : [scope] }]
  if (access !== 'public') return [...(access.length > 0 ? [{ bearer: [] }] : []), ...byKey]
  return knowsActor ? [{}, { bearer: [] }, ...byKey] : []
}

/** @throws a refusal if the API key of a program does not have the scope of the call */
function requireScope({ scope }: Endpoint, { scopes }: NonNullable<Actor['program']>): void {
  if (scope === undefined) throw new Refusal('not_allowed', 'No API key can make this call')
  if (scope !== 'any' && !scopes.includes(scope))
    throw new Refusal('not_allowed', `The API key does not have the scope ${scope}`)
}

const factorMissing = () =>
  new Refusal('second_factor_missing', 'Set up a second factor first: the laboratory requires it.')

const notPermitted = (permission: Permission) =>
  new Refusal('not_allowed', whyNotPermitted(permission), { permission })

const fileType = 'application/octet-stream'
/** For the OpenAPI document; the verb validates the bytes. */
const fileBody = z.unknown().meta({ type: 'string', format: 'binary' })

/** A call that takes only a file, in a scope of its own, so that all other calls take only JSON. */
function routeOfFile(app: FastifyInstance, route: RouteOptions, most: number): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(fileType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.addContentTypeParser('*', (_request, _body, done) =>
      done(new Refusal('unsupported_type', `Send the file itself (Content-Type: ${fileType})`)),
    )
    scope.route({ ...route, bodyLimit: most })
  })
}
