import { after as afterTime, days } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type ClientCall, requireByItself, requireScope } from '../admit-client.ts'
import type { Kind } from '../kind.ts'
import { listIn } from '../operation-params.ts'
import { uuidForm } from '../queries-conditions.ts'
import { readSince } from '../read-date.ts'
import { baseOf } from '../resource.ts'
import { deleteExport, deleteOldExports, type Export, findExport, insertExport } from './queries-exports.ts'

/** An export can be read for so long. */
const keptFor = days(1)
/** The most exports of a client at the same time. */
const mostExports = 10

const formats = ['application/fhir+ndjson', 'application/ndjson', 'ndjson']

/** Begins an export of the types that are asked for, or of all that the token may read. Returns its id. */
export async function startExport(
  call: ClientCall,
  kinds: readonly Kind[],
  params: URLSearchParams,
  request: string,
): Promise<string> {
  const { client, clock } = call
  const format = params.get('_outputFormat')
  if (format !== null && !formats.includes(format.replace(' ', '+')))
    throw invalid({ _outputFormat: ['The files are application/fhir+ndjson'] })
  for (const name of ['_typeFilter', 'includeAssociatedData', 'patient'])
    if (params.has(name)) throw invalid({ [name]: [`An export does not support ${name}`] })
  const id = uuidv7(clock)
  const begun = {
    ...{ id, clientId: client.id, types: typesOf(call, kinds, listIn(params, '_type')) },
    ...{ since: readSince(params.get('_since')), request: request.slice(0, 4_000), createdAt: clock.now() },
  }
  const isNew = await transact(call, ({ db }) => insertExport(db, begun, mostExports))
  if (!isNew)
    throw new Refusal('too_many_requests', `A client has at most ${mostExports} exports: delete one`, {
      retryAfterSeconds: 60,
    })
  return id
}

function typesOf(call: ClientCall, kinds: readonly Kind[], asked: readonly string[]): string[] {
  const exported = kinds.filter(({ isExported }) => isExported)
  if (asked.length === 0) {
    const types = exported.filter(({ scope }) => call.client.scopes.includes(scope)).map(({ type }) => type)
    if (types.length === 0) throw new Refusal('not_allowed', 'The access token has no scope to read a type')
    return types
  }
  const names = new Set(asked)
  for (const name of names) {
    const kind = exported.find(({ type }) => type === name)
    if (!kind) throw invalid({ _type: [`“${name.slice(0, 60)}” cannot be exported`] })
    requireScope(call, kind.scope)
  }
  return [...names]
}

/** @throws a refusal if the client has no such export, or if it is older than a day */
export async function requireExport(call: ClientCall, id: string): Promise<Export> {
  requireByItself(call)
  const { db, client, clock } = call
  const after = afterTime(clock.now(), -keptFor)
  const found = uuidForm.test(id) ? await findExport(db, { id, clientId: client.id, after }) : null
  if (!found) throw notFound('This export')
  return found
}

/** The manifest of an export. Its files are written while they are read, so it is complete at once. */
export async function manifestOf(call: ClientCall, id: string) {
  const { types, request, createdAt } = await requireExport(call, id)
  return {
    transactionTime: createdAt.toISOString(),
    request,
    requiresAccessToken: true,
    output: types.map((type) => ({ type, url: `${baseOf(call.config)}/$export-file/${id}/${type}` })),
    error: [],
  }
}

export async function endExport({ db, client }: ClientCall, id: string): Promise<void> {
  if (!uuidForm.test(id) || !(await deleteExport(db, client.id, id))) throw notFound('This export')
}

export const forgetOldExports = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  deleteOldExports(db, afterTime(clock.now(), -keptFor))
