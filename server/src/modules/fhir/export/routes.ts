import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ClientCall, requireByItself } from '../admit-client.ts'
import { paramOf, queryOf } from '../asked-format.ts'
import type { Kind } from '../kind.ts'
import { paramsIn } from '../operation-params.ts'
import { baseOf, fhirBase } from '../resource.ts'
import { endExport, manifestOf, startExport } from './start-export.ts'
import { fileOf } from './write-file.ts'

const hidden = { schema: { hide: true } }

/** Bulk exports: https://hl7.org/fhir/uv/bulkdata/export.html. `admitted` checks the token and the accepted format. */
export function exportRoutes(
  scope: FastifyInstance,
  kinds: readonly Kind[],
  admitted: (request: FastifyRequest, isFile?: boolean) => Promise<ClientCall>,
): void {
  scope.route({
    ...hidden,
    method: ['GET', 'POST'],
    url: `${fhirBase}/$export`,
    handler: async (request, reply) => {
      const call = await admitted(request)
      requireByItself(call)
      const params = paramsIn(queryOf(request), request.body)
      const id = await startExport(call, kinds, params, `${call.config.publicUrl}${request.url}`)
      return reply
        .code(202)
        .header('content-location', `${baseOf(call.config)}/$export-status/${id}`)
        .send()
    },
  })
  const status = `${fhirBase}/$export-status/:id`
  scope.get(status, hidden, async (request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(await manifestOf(await admitted(request), paramOf(request, 'id')))),
  )
  scope.delete(status, hidden, async (request, reply) => {
    await endExport(await admitted(request), paramOf(request, 'id'))
    return reply.code(202).send()
  })
  scope.get(`${fhirBase}/$export-file/:id/:type`, hidden, async (request, reply) => {
    const call = await admitted(request, true)
    const file = { id: paramOf(request, 'id'), type: paramOf(request, 'type') }
    return reply.type('application/fhir+ndjson').send(await fileOf(call, kinds, file))
  })
}
