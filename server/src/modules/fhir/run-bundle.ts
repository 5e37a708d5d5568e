import type { FastifyError } from 'fastify'
import { invalid, type Refusal } from '#server/platform/errors.ts'
import { knowingCommits } from '#server/platform/outcome.ts'
import { type ClientCall, spendCall } from './admit-client.ts'
import { answered, type BundleEntry } from './answer-entry.ts'
import { historyOf, readVersion } from './history.ts'
import {
  type Answer,
  type AskedHeaders,
  createKind,
  readKind,
  searchKind,
  updateKind,
} from './interactions.ts'
import type { Kind } from './kind.ts'
import { outcomeOf } from './operation-outcome.ts'
import { type Entry, readBundle } from './read-bundle.ts'
import { patched } from './read-patch.ts'
import type { Resource } from './resource.ts'
import { runTransaction } from './run-transaction.ts'

export const mostBytes = 5 * 1024 * 1024

/** Runs a Bundle: a transaction wholly or not at all, a batch entry by entry. */
export async function runBundle(
  call: ClientCall,
  kinds: readonly Kind[],
  body: unknown,
  headers: AskedHeaders,
  refusalOf: (error: FastifyError) => Refusal,
): Promise<Resource> {
  const { type, entry } = readBundle(body)
  if (type === 'transaction')
    return bundleOf(type, await knowingCommits(() => runTransaction(call, kinds, entry, headers)))
  const answers: BundleEntry[] = []
  for (const [at, one] of entry.entries()) {
    const answer = await spentEntry(call, at, () => knowingCommits(() => runEntry(call, kinds, one))).catch(
      (error: FastifyError): Answer => {
        const refusal = refusalOf(error)
        return { status: refusal.status, headers: {}, resource: outcomeOf(refusal) }
      },
    )
    answers.push(answered(answer, isWrite(one)))
  }
  return bundleOf(type, answers)
}

/** Each entry after the first counts as a call of its own. */
async function spentEntry(call: ClientCall, at: number, run: () => Promise<Answer>): Promise<Answer> {
  if (at > 0) await spendCall(call)
  return run()
}

const isWrite = ({ request }: Entry) => request.method !== 'GET'

const bundleOf = (type: 'transaction' | 'batch', entry: readonly object[]): Resource => ({
  resourceType: 'Bundle',
  type: `${type}-response`,
  ...(entry.length > 0 && { entry }),
})

async function runEntry(
  call: ClientCall,
  kinds: readonly Kind[],
  { resource, request: { method, url, ...asked } }: Entry,
): Promise<Answer> {
  const [path = '', query = ''] = url.split('?')
  const [type, id = null, part, version, ...more] = path.split('/')
  const kind = kinds.find((one) => one.type === type)
  if (!kind || more.length > 0) throw unknownUrl(url)
  if (part !== undefined) {
    if (method !== 'GET' || id === null || part !== '_history') throw unknownUrl(url)
    if (version === undefined) return historyOf(call, kind, id, new URLSearchParams(query))
    if (!kind.isVersioned) throw unknownUrl(url)
    return readVersion(call, kind, { id, version }, asked)
  }
  if (method === 'GET')
    return id === null
      ? searchKind(call, { kind, kinds }, new URLSearchParams(query), asked)
      : readKind(call, kind, id, asked)
  if (method === 'POST' && id === null) return createKind(call, kind, resource, asked)
  if (method === 'POST' || id === null) throw unknownUrl(url)
  const body = method === 'PUT' ? resource : patched(kind.type, id, resource)
  return updateKind(call, kind, id, body, asked)
}

const unknownUrl = (url: string) =>
  invalid({ 'request.url': [`There is nothing at “${url.slice(0, 100)}” for this method`] })
