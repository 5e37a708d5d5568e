import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/api-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import type { TellDenial } from '#server/platform/http/denials.ts'
import { refusalOf } from '#server/platform/http/errors.ts'
import type { Base, Serve } from '#server/platform/http/serve.ts'
import { networkOf } from '#server/platform/network.ts'
import { knowingCommits } from '#server/platform/outcome.ts'
import { admitClient, type ClientCall } from './admit-client.ts'
import { queryOf, refuseOtherFormats, wantsPdf } from './asked-format.ts'
import { capabilityStatement } from './capability-statement.ts'
import { FhirRefusal } from './fhir-refusal.ts'
import { giveToken, TokenRefusal } from './give-token.ts'
import type { Kind, Writes } from './kind.ts'
import { kindsOf } from './kinds.ts'
import { addClient, endClient, listClients } from './manage-clients.ts'
import { outcomeOf } from './operation-outcome.ts'
import { readBinary } from './read-binary.ts'
import { readOne } from './read-one.ts'
import { baseOf, fhirBase, type Resource } from './resource.ts'
import { searchAll } from './search-all.ts'
import { smartConfiguration } from './smart-configuration.ts'
import { validatorsOf } from './validators.ts'

/** The managers' calls. */
export function apiClientRoutes(serve: Serve): void {
  serve(contract.listApiClients, (context) => listClients(context))
  serve(contract.addApiClient, (context, { body }) => addClient(context, body))
  serve(contract.endApiClient, (context, { params }) => endClient(context, params.id))
}

const fhirJson = 'application/fhir+json; charset=utf-8'
const hidden = { schema: { hide: true } }

/** The calls of programs. They follow FHIR and OAuth 2.0 instead of the contract, in a Fastify scope with its own error handler. */
export function fhirRoutes(app: FastifyInstance, base: Base, tellDenial: TellDenial): void {
  const contextOf = (request: FastifyRequest): Context => ({
    ...base,
    actor: null,
    network: networkOf(request.ip),
  })
  void app.register(async (scope) => {
    // The media type of FHIR is parsed as JSON.
    scope.addContentTypeParser(
      'application/fhir+json',
      { parseAs: 'string' },
      app.getDefaultJsonParser('error', 'error'),
    )
    scope.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })
    scope.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
      const refusal = refusalOf(error, request)
      tellDenial(request, refusal)
      const { retryAfterSeconds } = refusal.detail
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
      return send(reply.code(refusal.status), outcomeOf(refusal))
    })
    resourceRoutes(scope, base, contextOf)
    tokenRoute(scope, contextOf, tellDenial)
    scope.all(`${fhirBase}/*`, hidden, async () => {
      throw notFound('This address')
    })
  })
}

const send = (reply: FastifyReply, resource: Resource) => reply.type(fhirJson).send(JSON.stringify(resource))

type ContextOf = (request: FastifyRequest) => Context

function resourceRoutes(scope: FastifyInstance, base: Base, contextOf: ContextOf): void {
  const kinds = kindsOf(base.config)
  scope.get(`${fhirBase}/.well-known/smart-configuration`, hidden, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(smartConfiguration(base.config))),
  )
  scope.get(`${fhirBase}/metadata`, hidden, async (request, reply) => {
    refuseOtherFormats(request)
    return send(reply, capabilityStatement(base.config, kinds))
  })
  for (const kind of kinds) {
    const admitted = async (request: FastifyRequest) => {
      refuseOtherFormats(request)
      return admitClient(contextOf(request), request.headers.authorization, kind.scope)
    }
    scope.get(`${fhirBase}/${kind.type}`, hidden, async (request, reply) => {
      const call = await admitted(request)
      const prefer = request.headers.prefer
      return send(reply, await searchAll(call, kind, queryOf(request), String(prefer ?? '')))
    })
    if (kind.writes) writingRoutes(scope, kind, kind.writes, contextOf)
    scope.get(`${fhirBase}/${kind.type}/:id`, hidden, async (request, reply) => {
      const resource = await readOne(await admitted(request), kind, idOf(request))
      const { etag, lastModified } = validatorsOf(resource)
      reply.header('etag', etag)
      if (lastModified !== null) reply.header('last-modified', lastModified)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return send(reply, resource)
    })
  }
  scope.get(`${fhirBase}/Binary/:id`, hidden, async (request, reply) => {
    const call = contextOf(request)
    const isPdf = wantsPdf(request)
    if (!isPdf) refuseOtherFormats(request)
    const admitted = await admitClient(call, request.headers.authorization, 'system/DiagnosticReport.rs')
    const { pdf, resource } = await readBinary(admitted, idOf(request))
    return isPdf ? reply.type('application/pdf').send(pdf) : send(reply, resource)
  })
}

function writingRoutes(scope: FastifyInstance, kind: Kind, writes: Writes, contextOf: ContextOf): void {
  const admitted = async (request: FastifyRequest) => {
    refuseOtherFormats(request)
    return admitClient(contextOf(request), request.headers.authorization, writes.scope)
  }
  const answer = async (call: ClientCall, reply: FastifyReply, id: string) => {
    const resource = await readOne(call, kind, id)
    return send(reply.header('etag', validatorsOf(resource).etag), resource)
  }
  scope.post(`${fhirBase}/${kind.type}`, hidden, async (request, reply) => {
    const call = await admitted(request)
    const { id, isNew } = await knowingCommits(() => writes.create(call, request.body))
    reply.code(isNew ? 201 : 200).header('location', `${baseOf(call.config)}/${kind.type}/${id}`)
    return answer(call, reply, id)
  })
  scope.put(`${fhirBase}/${kind.type}/:id`, hidden, async (request, reply) => {
    const call = await admitted(request)
    const [, version] = /^W\/"(\d{1,9})"$/.exec(String(request.headers['if-match'] ?? '')) ?? []
    if (version === undefined)
      throw new FhirRefusal(
        428,
        'bad_request',
        'Send If-Match with the ETag of the version that you have read',
      )
    const id = idOf(request)
    await knowingCommits(() => writes.update(call, id, Number(version), request.body))
    return answer(call, reply, id)
  })
}

const idOf = (request: FastifyRequest) => String((request.params as { id?: unknown }).id ?? '')

function tokenRoute(scope: FastifyInstance, contextOf: ContextOf, tellDenial: TellDenial): void {
  void scope.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    own.setErrorHandler((error: FastifyError | Refusal | TokenRefusal, request, reply) => {
      const refusal = error instanceof TokenRefusal ? error : refusalOf(error, request)
      if (refusal instanceof Refusal) tellDenial(request, refusal)
      else if (refusal.status === 401) tellDenial(request, new Refusal('wrong_credentials', refusal.message))
      const { status, message } = refusal
      const code = refusal instanceof TokenRefusal ? refusal.code : 'invalid_request'
      if (status === 401) reply.header('www-authenticate', 'Basic realm="FHIR"')
      const wait = refusal instanceof Refusal ? refusal.detail.retryAfterSeconds : undefined
      if (wait !== undefined) reply.header('retry-after', String(wait))
      return reply
        .code(status)
        .type('application/json')
        .send(JSON.stringify({ error: code, error_description: message }))
    })
    own.post('/fhir/auth/token', hidden, async (request, reply) => {
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const token = await giveToken(contextOf(request), request.headers.authorization, form)
      return reply
        .header('pragma', 'no-cache')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(token))
    })
  })
}
