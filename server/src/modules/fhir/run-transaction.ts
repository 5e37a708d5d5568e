import { transact } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { type ClientCall, requireScope } from './admit-client.ts'
import { answered, type BundleEntry } from './answer-entry.ts'
import { onlyMatch } from './conditional-match.ts'
import { keepPatient, type PlannedPatient, planPatient } from './create-patient.ts'
import { inEntry } from './elements.ts'
import { versionNeeded } from './fhir-refusal.ts'
import { type AskedHeaders, locationOf } from './interactions.ts'
import { isAfterOther } from './is-after-other.ts'
import type { Kind } from './kind.ts'
import { keepRequests, planRequests } from './place-requests.ts'
import type { Entry } from './read-bundle.ts'
import { readMany } from './read-one.ts'
import { patched } from './read-patch.ts'
import type { Resource } from './resource.ts'
import { readRevoking, revokeRequests } from './revoke-requests.ts'
import { validatorsOf } from './validators.ts'

type Sorted = { at: number; entry: Entry; kind: Kind; id: string | null }
type Done = { id: string; status: number }

/**
 * Runs a transaction: patients and requests are created, and requests cancelled, all or none of them, in one transaction of the database.
 * Returns the entries of the response, in the order of the request.
 */
export async function runTransaction(
  call: ClientCall,
  kinds: readonly Kind[],
  entries: readonly Entry[],
  headers: AskedHeaders,
  tries = 3,
): Promise<BundleEntry[]> {
  const sorted = entries.map((entry, at) => sort(call, kinds, entry, at))
  const of = (type: string, method: 'POST' | 'change') =>
    sorted.filter(
      ({ kind, entry }) => kind.type === type && (entry.request.method === 'POST') === (method === 'POST'),
    )
  const { patients, byUrl } = await planPatients(call, of('Patient', 'POST'))
  const asked = of('ServiceRequest', 'POST')
  const requests = await planRequests(
    call,
    asked.map(({ entry, at }) => ({
      body: entry.resource,
      refuse: (refusal: Refusal) => inEntry(refusal, at),
    })),
    (reference) => byUrl.get(reference) ?? null,
  )
  const changed = of('ServiceRequest', 'change')
  try {
    return await transact(call, async (inside) => {
      const done = new Map<number, Done>()
      const added = new Map<PlannedPatient, string>()
      for (const [at, planned] of patients) {
        const isNew = !('id' in planned) && !added.has(planned)
        const id = 'id' in planned ? planned.id : (added.get(planned) ?? (await keepPatient(inside, planned)))
        if (!('id' in planned)) added.set(planned, id)
        done.set(at, { id, status: isNew ? 201 : 200 })
      }
      const fresh = requests.flatMap((one, index) =>
        'id' in one ? [] : [{ one, at: asked[index]?.at ?? 0 }],
      )
      const ids = await keepRequests(
        inside,
        fresh.map(({ one }) => one),
        added,
      )
      for (const [index, { at }] of fresh.entries()) done.set(at, { id: ids[index] ?? '', status: 201 })
      for (const [index, one] of requests.entries())
        if ('id' in one) done.set(asked[index]?.at ?? 0, { id: one.id, status: 200 })
      const [first] = changed
      if (first) {
        const changes = changed.map(({ id, entry, at }) => ({
          id: id ?? '',
          ifMatch: entry.request.ifMatch ?? '',
          refuse: (refusal: Refusal) => inEntry(refusal, at),
        }))
        await revokeRequests(inside, first.kind, changes)
        for (const { at, id } of changed) done.set(at, { id: id ?? '', status: 200 })
      }
      return answers(inside, sorted, done, headers)
    })
  } catch (error) {
    if (!isAfterOther(error) || tries <= 1) throw error
    return runTransaction(call, kinds, entries, headers, tries - 1)
  }
}

/** The type and the id that an entry is about. Refuses what a transaction cannot do. */
function sort(call: ClientCall, kinds: readonly Kind[], entry: Entry, at: number): Sorted {
  const { method, url, ifMatch } = entry.request
  const refuse = (why: string) => invalid({ [`Bundle.entry[${at}].request`]: [why] })
  const [type, id = null, ...more] = url.split('/')
  const kind = kinds.find((one) => one.type === type)
  const isCreate = method === 'POST' && id === null && ['Patient', 'ServiceRequest'].includes(type ?? '')
  const isCancel = ['PUT', 'PATCH'].includes(method) && type === 'ServiceRequest' && id !== null
  const scope = isCreate ? kind?.writes?.create?.scope : kind?.writes?.update?.scope
  if (!kind || more.length > 0 || !(isCreate || isCancel) || scope === undefined)
    throw refuse(
      'A transaction creates Patients and ServiceRequests and cancels ServiceRequests: send other entries as a batch',
    )
  requireScope(call, scope)
  if (isCancel && id !== null) {
    if (ifMatch === undefined || ifMatch === '') throw inEntry(versionNeeded(), at)
    const body = method === 'PUT' ? entry.resource : patched(kind.type, id, entry.resource)
    named(at, () => readRevoking(id, body))
  }
  return { at, entry, kind, id }
}

function named<Value>(at: number, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal ? inEntry(error, at) : error
  }
}

/** The patients of the entries. Two entries with the same identifier are the same patient. */
async function planPatients(call: ClientCall, entries: readonly Sorted[]) {
  const patients = new Map<number, PlannedPatient>()
  const byUrl = new Map<string, PlannedPatient>()
  const byIdentifier = new Map<string, PlannedPatient>()
  for (const { at, entry, kind } of entries) {
    const { ifNoneExist } = entry.request
    const planned = await (async (): Promise<PlannedPatient> => {
      const matched = ifNoneExist === undefined ? null : await onlyMatch(call, kind, ifNoneExist)
      return matched === null ? planPatient(call, entry.resource) : { id: matched }
    })().catch((error: unknown) => {
      throw error instanceof Refusal ? inEntry(error, at) : error
    })
    const key = 'id' in planned ? planned.id : JSON.stringify(planned.identifier)
    const same = byIdentifier.get(key)
    if (same && !('id' in same) && !('id' in planned) && !isSamePatient(same, planned))
      throw invalid({
        [`Bundle.entry[${at}].resource.identifier`]: ['Another patient of this Bundle has this identifier'],
      })
    const patient = same ?? planned
    byIdentifier.set(key, patient)
    patients.set(at, patient)
    if (entry.fullUrl !== undefined) byUrl.set(entry.fullUrl, patient)
  }
  return { patients, byUrl }
}

type New = Exclude<PlannedPatient, { id: string }>
const isSamePatient = ({ stated: one }: New, { stated: other }: New) =>
  one.gender === other.gender && one.bornOn === other.bornOn && one.fullName === other.fullName

/** The entries of the response. With `Prefer: return=representation` they have the resources. */
async function answers(
  inside: ClientCall,
  sorted: readonly Sorted[],
  done: ReadonlyMap<number, Done>,
  { prefer = '' }: AskedHeaders,
): Promise<BundleEntry[]> {
  const resources = new Map<string, Resource>()
  for (const kind of new Set(sorted.map((one) => one.kind))) {
    const ids = sorted.filter((one) => one.kind === kind).map(({ at }) => done.get(at)?.id ?? '')
    for (const resource of await readMany(inside, kind, [...new Set(ids)]))
      resources.set(`${kind.type}/${resource.id}`, resource)
  }
  const isWhole = /\breturn=representation\b/.test(prefer)
  return sorted.map(({ at, kind, entry }) => {
    const { id, status } = done.get(at) ?? { id: '', status: 200 }
    const resource = resources.get(`${kind.type}/${id}`) ?? null
    const location = entry.request.method === 'POST' ? { location: locationOf(inside, kind, id) } : {}
    const etag = resource ? { etag: validatorsOf(resource).etag } : {}
    return answered({ status, headers: { ...location, ...etag }, resource }, !isWhole)
  })
}
