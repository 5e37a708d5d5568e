import { invalid } from '#server/platform/errors.ts'
import { type ClientCall, requireScope } from './admit-client.ts'
import { onlyMatch } from './conditional-match.ts'
import { isShallow } from './elements.ts'
import { versionNeeded } from './fhir-refusal.ts'
import type { Kind, Made, Operation, OperationAsked } from './kind.ts'
import { readOne } from './read-one.ts'
import { baseOf, type Resource } from './resource.ts'
import { searchAll } from './search-all.ts'
import { validatorsOf } from './validators.ts'

/** What programs do with a type of resource, in calls and in the entries of a batch. */

export type AskedHeaders = {
  ifMatch?: string | undefined
  ifNoneMatch?: string | undefined
  ifNoneExist?: string | undefined
  prefer?: string | undefined
}
export type Answer = { status: number; headers: Record<string, string>; resource: Resource | null }

export async function searchKind(
  call: ClientCall,
  { kind, kinds }: { kind: Kind; kinds: readonly Kind[] },
  query: URLSearchParams,
  { prefer = '' }: AskedHeaders,
): Promise<Answer> {
  requireScope(call, kind.scope)
  return { status: 200, headers: {}, resource: await searchAll(call, { kind, kinds }, query, prefer) }
}

export async function readKind(
  call: ClientCall,
  kind: Kind,
  id: string,
  { ifNoneMatch }: AskedHeaders,
): Promise<Answer> {
  requireScope(call, kind.scope)
  return answerWith(await readOne(call, kind, id), ifNoneMatch)
}

/** A resource with its ETag; 304 without it if the program has this version. */
export function answerWith(resource: Resource, ifNoneMatch?: string): Answer {
  const { etag, lastModified } = validatorsOf(resource)
  const headers = { etag, ...(lastModified !== null && { 'last-modified': lastModified }) }
  return ifNoneMatch === etag ? { status: 304, headers, resource: null } : { status: 200, headers, resource }
}

/** Creates a resource, or answers with the one that matches the search in `If-None-Exist`. */
export async function createKind(
  call: ClientCall,
  kind: Kind,
  body: unknown,
  { ifNoneExist }: AskedHeaders,
): Promise<Answer> {
  const create = admitWrite(call, kind, 'create', body)
  const matched = ifNoneExist === undefined ? null : await onlyMatch(call, kind, ifNoneExist)
  const made: Made = matched === null ? await create.make(call, kind, body) : { id: matched, isNew: false }
  const { id, isNew, shownOnce } = made
  const { headers, resource } = answerWith(made.resource ?? (await readOne(call, kind, id)))
  return {
    status: isNew ? 201 : 200,
    headers: { ...headers, location: locationOf(call, kind, id) },
    resource: resource && shownOnce ? shownOnce(resource) : resource,
  }
}

export async function deleteKind(call: ClientCall, kind: Kind, id: string): Promise<Answer> {
  const remove = admitWrite(call, kind, 'remove', null)
  await remove.remove(call, id)
  return { status: 204, headers: {}, resource: null }
}

export async function runOperation(
  call: ClientCall,
  kind: Kind,
  operation: Operation,
  asked: OperationAsked,
): Promise<Resource> {
  requireScope(call, operation.scope ?? kind.scope)
  if (!isShallow(asked.body)) throw invalid({ Parameters: [tooDeep] })
  return operation.run(call, asked)
}

export async function updateKind(
  call: ClientCall,
  kind: Kind,
  id: string,
  body: unknown,
  { ifMatch }: AskedHeaders,
): Promise<Answer> {
  const update = admitWrite(call, kind, 'update', body)
  if (ifMatch === undefined || ifMatch === '') throw versionNeeded()
  await update.change(call, kind, { id, ifMatch, body })
  return answerWith(await readOne(call, kind, id))
}

const tooDeep = 'The resource is nested more than 40 levels deep'

export const locationOf = ({ config }: ClientCall, { type }: Kind, id: string): string =>
  `${baseOf(config)}/${type}/${id}`

/** The write of a type, if the type has it, the client may do it and the resource is not too deep to be read. */
function admitWrite<Name extends 'create' | 'update' | 'remove'>(
  call: ClientCall,
  { type, writes }: Kind,
  name: Name,
  body: unknown,
) {
  const write = writes?.[name]
  if (!write) throw invalid({ [type]: [`Programs cannot ${name} a ${type}`] })
  requireScope(call, write.scope)
  if (!isShallow(body)) throw invalid({ [type]: [tooDeep] })
  return write
}
