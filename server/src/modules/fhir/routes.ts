import cors from '@fastify/cors'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/api-clients.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound, type Refusal } from '#server/platform/errors.ts'
import type { TellDenial } from '#server/platform/http/denials.ts'
import { refusalOf } from '#server/platform/http/errors.ts'
import { keepDocument } from '#server/platform/http/kept-document.ts'
import type { Base, Serve } from '#server/platform/http/serve.ts'
import { networkOf } from '#server/platform/network.ts'
import { knowingCommits } from '#server/platform/outcome.ts'
import { admitClient, type ClientCall, requireOneScope } from './admit-client.ts'
import { readOwnKey } from './admit-key.ts'
import { authRoutes } from './apps/auth-routes.ts'
import type { AuthorizationServer } from './apps/hold-authorization-server.ts'
import { paramOf, queryOf, refuseOtherFormats, wantsPdf } from './asked-format.ts'
import { capabilityStatement } from './capability-statement.ts'
import { healthCardKeyRoutes } from './cards/routes.ts'
import { exportRoutes } from './export/routes.ts'
import { historyOf, readVersion } from './history.ts'
import {
  type Answer,
  type AskedHeaders,
  createKind,
  deleteKind,
  readKind,
  runOperation,
  searchKind,
  updateKind,
} from './interactions.ts'
import type { Kind, Operation } from './kind.ts'
import { kindsOf } from './kinds.ts'
import { smartLinkRoutes } from './links/routes.ts'
import { addClient, endClient, listClients } from './manage-clients.ts'
import { outcomeOf } from './operation-outcome.ts'
import { paramsIn } from './operation-params.ts'
import { readBinary } from './read-binary.ts'
import { patched } from './read-patch.ts'
import { fhirBase, type Resource } from './resource.ts'
import { mostBytes, runBundle } from './run-bundle.ts'
import { smartConfiguration } from './smart-configuration.ts'

/** The managers' calls. */
export function apiClientRoutes(serve: Serve): void {
  serve(contract.listApiClients, (context) => listClients(context))
  serve(contract.addApiClient, (context, { body }) => addClient(context, body))
  serve(contract.readOwnKey, (context) => readOwnKey(context))
  serve(contract.endApiClient, (context, { params }) => endClient(context, params.id))
}

const fhirJson = 'application/fhir+json; charset=utf-8'
const hidden = { schema: { hide: true } }

const corsOfApps = {
  origin: '*',
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['etag', 'last-modified', 'location', 'content-location', 'retry-after'],
  maxAge: 3600,
}

/** The calls of programs. They follow FHIR and OAuth 2.0 instead of the contract, in a Fastify scope with its own error handler. */
export function fhirRoutes(
  app: FastifyInstance,
  base: Base,
  tellDenial: TellDenial,
  authorizationServer: AuthorizationServer,
): void {
  const contextOf = (request: FastifyRequest): Context => ({
    ...base,
    actor: null,
    network: networkOf(request.ip),
  })
  void app.register(async (scope) => {
    // The media types of FHIR are parsed as JSON.
    scope.addContentTypeParser(
      ['application/fhir+json', 'application/json-patch+json'],
      { parseAs: 'string' },
      app.getDefaultJsonParser('error', 'error'),
    )
    acceptForms(scope)
    // Apps in browsers read from pages of their own. There are no cookies here that a page could use.
    await scope.register(cors, corsOfApps)
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
    authRoutes(scope, contextOf, tellDenial, authorizationServer)
    smartLinkRoutes(scope, contextOf, tellDenial)
    healthCardKeyRoutes(scope, contextOf)
    scope.all(`${fhirBase}/*`, hidden, async () => {
      throw notFound('This address')
    })
  })
}

/** Forms are the bodies of searches and of requests for tokens. */
const acceptForms = (scope: FastifyInstance) =>
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  )

const send = (reply: FastifyReply, resource: Resource) => reply.type(fhirJson).send(JSON.stringify(resource))

type ContextOf = (request: FastifyRequest) => Context

function resourceRoutes(scope: FastifyInstance, base: Base, contextOf: ContextOf): void {
  const kinds = kindsOf(base.config)
  scope.get(`${fhirBase}/.well-known/smart-configuration`, hidden, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify(smartConfiguration(base.config))),
  )
  const statement = keepDocument(fhirJson, () => JSON.stringify(capabilityStatement(base.config, kinds)))
  scope.get(`${fhirBase}/metadata`, hidden, async (request, reply) => {
    refuseOtherFormats(request)
    return statement(request, reply)
  })
  /** The files of exports are lines of JSON, so their accepted format is not checked. */
  const admitted = async (request: FastifyRequest, isFile = false) => {
    if (!isFile) refuseOtherFormats(request)
    return admitClient(contextOf(request), request.headers.authorization)
  }
  exportRoutes(scope, kinds, admitted)
  for (const kind of kinds) kindRoutes(scope, { kind, kinds }, admitted)
  // Some clients put a slash after the base.
  for (const url of [fhirBase, `${fhirBase}/`])
    scope.post(url, { ...hidden, bodyLimit: mostBytes }, async (request, reply) => {
      const call = await admitted(request)
      return send(
        reply,
        await runBundle(call, kinds, request.body, headersOf(request), (error) => refusalOf(error, request)),
      )
    })
  scope.get(`${fhirBase}/Binary/:id`, hidden, async (request, reply) => {
    const call = contextOf(request)
    const isPdf = wantsPdf(request)
    if (!isPdf) refuseOtherFormats(request)
    const admittedCall = await admitClient(call, request.headers.authorization)
    requireOneScope(admittedCall, ['system/DiagnosticReport.rs', 'system/DocumentReference.rs'])
    const { pdf, resource } = await readBinary(admittedCall, idOf(request))
    return isPdf ? reply.type('application/pdf').send(pdf) : send(reply, resource)
  })
}

/** The calls of an operation, with its parameters in the query or in the body. */
function operationRoutes(
  scope: FastifyInstance,
  { kind, operation }: { kind: Kind; operation: Operation },
  admitted: Admitted,
): void {
  for (const level of operation.levels)
    scope.route({
      ...hidden,
      method: operation.isPosted ? ['POST'] : ['GET', 'POST'],
      url: `${fhirBase}/${kind.type}${level === 'instance' ? '/:id' : ''}/$${operation.name}`,
      handler: async (request, reply) => {
        const call = await admitted(request)
        const id = level === 'instance' ? idOf(request) : null
        const { body } = request
        const { ifMatch } = headersOf(request)
        const asked = { id, body, params: paramsIn(queryOf(request), body), ifMatch }
        return send(reply, await knowingCommits(() => runOperation(call, kind, operation, asked)))
      },
    })
}

type Admitted = (request: FastifyRequest) => Promise<ClientCall>

/** The calls of a type. Only those that the type has are registered. */
function kindRoutes(
  scope: FastifyInstance,
  { kind, kinds }: { kind: Kind; kinds: readonly Kind[] },
  admitted: Admitted,
): void {
  const url = `${fhirBase}/${kind.type}`
  const answered = (reply: FastifyReply, { status, headers, resource }: Answer) => {
    reply.code(status).headers(headers)
    return resource ? send(reply, resource) : reply.send()
  }
  scope.get(url, hidden, async (request, reply) =>
    answered(
      reply,
      await searchKind(await admitted(request), { kind, kinds }, queryOf(request), headersOf(request)),
    ),
  )
  scope.post(`${url}/_search`, hidden, async (request, reply) => {
    const call = await admitted(request)
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    const query = new URLSearchParams([...queryOf(request), ...form])
    return answered(reply, await searchKind(call, { kind, kinds }, query, headersOf(request)))
  })
  scope.get(`${url}/:id`, hidden, async (request, reply) =>
    answered(reply, await readKind(await admitted(request), kind, idOf(request), headersOf(request))),
  )
  scope.get(`${url}/:id/_history`, hidden, async (request, reply) =>
    answered(reply, await historyOf(await admitted(request), kind, idOf(request), queryOf(request))),
  )
  if (kind.isVersioned)
    scope.get(`${url}/:id/_history/:version`, hidden, async (request, reply) =>
      answered(
        reply,
        await readVersion(
          await admitted(request),
          kind,
          { id: idOf(request), version: paramOf(request, 'version') },
          headersOf(request),
        ),
      ),
    )
  if (kind.writes?.create)
    scope.post(url, hidden, async (request, reply) => {
      const call = await admitted(request)
      const making = () => createKind(call, kind, request.body, headersOf(request))
      return answered(reply, await knowingCommits(making))
    })
  if (kind.writes?.remove)
    scope.delete(`${url}/:id`, hidden, async (request, reply) => {
      const call = await admitted(request)
      return answered(reply, await knowingCommits(() => deleteKind(call, kind, idOf(request))))
    })
  for (const operation of kind.operations ?? []) operationRoutes(scope, { kind, operation }, admitted)
  if (!kind.writes?.update) return
  for (const method of ['PUT', 'PATCH'] as const)
    scope.route({
      ...hidden,
      method,
      url: `${url}/:id`,
      handler: async (request, reply) => {
        const call = await admitted(request)
        const id = idOf(request)
        const body = method === 'PUT' ? request.body : patched(kind.type, id, request.body)
        return answered(
          reply,
          await knowingCommits(() => updateKind(call, kind, id, body, headersOf(request))),
        )
      },
    })
}

const headersOf = ({ headers }: FastifyRequest): AskedHeaders => ({
  ifMatch: headers['if-match'],
  ifNoneMatch: headers['if-none-match'],
  ifNoneExist: headers['if-none-exist'] === undefined ? undefined : String(headers['if-none-exist']),
  prefer: headers.prefer === undefined ? undefined : String(headers.prefer),
})

const idOf = (request: FastifyRequest) => paramOf(request, 'id')
