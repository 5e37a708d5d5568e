import { createHash } from 'node:crypto'
import { keepOrder, planOrder, type Who } from '#server/modules/clinics/index.ts'
import { transact } from '#server/platform/context.ts'
import { invalid, isSqlError, Refusal, sqlState } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import { asClinic } from './as-actor.ts'
import type { PlannedPatient } from './create-patient.ts'
import { type Identifier, inElements, refusedElements } from './elements.ts'
import type { Kind, Made } from './kind.ts'
import { patients } from './patients.ts'
import { idInReference } from './queries-conditions.ts'
import { deleteOrdered, findEntered, findOrdered, insertOrdered, knownFacilities } from './queries-ordered.ts'
import { readRequest, type SaidRequest } from './read-request.ts'
import { partsOfRequestId, requestId } from './request-id.ts'
import { baseOf } from './resource.ts'
import { testsByCoding } from './tests-by-coding.ts'
import { subjectOf, whoIs } from './whom-asked.ts'

/** A ServiceRequest of a call. `refuse` names the entry of a Bundle in a refusal. */
export type SentRequest = {
  body: unknown
  refuse: (refusal: Refusal) => Refusal
  /** Whether it takes the place of what was ordered under its identifier. */
  replaces?: boolean
}

type New = {
  identifier: Identifier
  requestHash: Buffer
  test: { code: string; catalogueName: string }
  facilityId: string
  siteId: string | null
  patient: PlannedPatient
  order: SaidRequest['order']
  /** Requests that are the same in all of this are one order. */
  group: string
  /** The id of the request that it takes the place of. */
  replaced: string | null
  refuse: SentRequest['refuse']
}
/** A request that was placed before, or one that is about to be written. */
export type PlannedRequest = { id: string } | New

/** Finds the patient of this Bundle that a reference means; null if it means none of them. */
type InBundle = (reference: string) => PlannedPatient | null

export async function placeRequest(call: ClientCall, kind: Kind, body: unknown): Promise<Made> {
  const [planned] = await planRequests(call, [{ body, refuse: (refusal) => refusal }], () => null)
  if (!planned) throw invalid({ ServiceRequest: ['Send a ServiceRequest'] })
  if ('id' in planned) return { id: planned.id, isNew: false }
  try {
    const [id = ''] = await transact(call, (inside) => keepRequests(inside, [planned], new Map()))
    return { id, isNew: true }
  } catch (error) {
    if (!isSqlError(error, sqlState.uniqueViolation, 'api_request_once')) throw error
    return placeRequest(call, kind, body)
  }
}

/** Refuses a request that cannot be placed. */
export async function checkRequest(call: ClientCall, body: unknown): Promise<void> {
  await planRequests(call, [{ body, refuse: (refusal) => refusal }], () => null)
}

/** Reads requests and decides which of them are new. Each identifier of a client orders once. */
export async function planRequests(
  call: ClientCall,
  sent: readonly SentRequest[],
  inBundle: InBundle,
): Promise<PlannedRequest[]> {
  const { db, config, client } = call
  const base = baseOf(config)
  const said = sent.map(({ body, refuse }) => attempt(refuse, () => readRequest(body)))
  const tests = await testsByCoding(
    db,
    config,
    said.map(({ codings }) => codings),
  )
  const earlier = await findOrdered(
    db,
    client.id,
    said.map(({ identifier }) => identifier),
  )
  const organizations = said.map(({ requesterReference: text }) =>
    text === null ? null : idInReference(text, 'Organization', base),
  )
  const facilities = await knownFacilities(
    db,
    [client.facilityId, ...organizations].filter((id) => id !== null),
  )
  const used = new Set<string>()
  const subjects = new Map<string, Promise<PlannedPatient>>()
  const planned: PlannedRequest[] = []
  for (const [at, one] of said.entries()) {
    const refuse = sent[at]?.refuse ?? ((refusal: Refusal) => refusal)
    const refused = (element: string, why: string) =>
      refuse(refusedElements('ServiceRequest', { [element]: [why] }))
    const { identifier, order, requisition } = one
    const key = JSON.stringify([identifier.system, identifier.value])
    if (used.has(key)) throw refused('identifier', 'Another request of this Bundle has this identifier')
    used.add(key)
    const test = tests[at]
    if (!test || !('catalogueName' in test)) throw refused('code', test?.why ?? 'Give the code of the test')
    const facilityId = client.facilityId ?? organizations[at] ?? null
    const isOther = client.facilityId !== null && (organizations[at] ?? facilityId) !== facilityId
    if (facilityId === null || isOther || !facilities.includes(facilityId))
      throw refused('requester', 'Give the facility that orders, as a reference to an Organization')
    const siteId =
      one.locationReference === null ? null : idInReference(one.locationReference, 'Location', base)
    const isWithin = siteId !== null && (client.sites === null || client.sites.includes(siteId))
    if (one.locationReference !== null && !isWithin)
      throw refused('locationReference', 'There is no such site')
    const subject = JSON.stringify(one.subject)
    const found = subjects.get(subject) ?? patientOf(call, one.subject, inBundle)
    subjects.set(subject, found)
    const patient = await attemptLater(refuse, () => found)
    const same = { order, facilityId, siteId, requisition: requisition ?? null }
    const requestHash = createHash('sha256')
      .update(JSON.stringify([test.code, same]))
      .digest()
    const before = earlier.find(
      ({ system, value }) => system === identifier.system && value === identifier.value,
    )
    if (before) {
      // A concurrent transaction may have entered the patient after this one looked for it.
      const personId =
        'id' in patient ? patient.id : (await findEntered(db, client.id, patient.identifier))?.personId
      const isSamePatient = personId === before.personId
      const isSame = before.requestHash.equals(requestHash) && isSamePatient
      if (isSame) {
        planned.push({ id: requestId(before.orderId, before.testCode) })
        continue
      }
      if (!sent[at]?.replaces)
        throw refuse(new Refusal('conflict', 'This identifier was used for a different request'))
      if (!isSamePatient) throw refused('subject', 'The order is of another patient')
    }
    const replaced = before ? requestId(before.orderId, before.testCode) : null
    const group = JSON.stringify([same, 'id' in patient ? patient.id : patient.identifier])
    planned.push({
      identifier,
      requestHash,
      test,
      facilityId,
      siteId,
      patient,
      order,
      group,
      replaced,
      refuse,
    })
  }
  return planned
}

async function patientOf(
  call: ClientCall,
  subject: SaidRequest['subject'],
  inBundle: InBundle,
): Promise<PlannedPatient> {
  const own = 'reference' in subject ? inBundle(subject.reference) : null
  if (own) return own
  const { personId } = await whoIs(call, await subjectOf(call, patients(call.config), subject))
  return { id: personId }
}

const mostTests = 20

/**
 * Writes new requests in the transaction. Requests of the same patient that say the same otherwise become one order. `added` has the
 * ids of the patients that the same Bundle entered. Returns the ids of the requests.
 * @throws a unique violation of `api_request_once` if another call was first
 */
export async function keepRequests(
  inside: ClientCall,
  requests: readonly New[],
  added: ReadonlyMap<PlannedPatient, string>,
): Promise<string[]> {
  const ids = new Map<New, string>()
  for (const some of Map.groupBy(requests, ({ group }) => group).values()) {
    const [first] = some
    if (!first) continue
    const refused = (element: string, why: string) =>
      first.refuse(refusedElements('ServiceRequest', { [element]: [why] }))
    if (some.length > mostTests) throw refused('code', `One order has at most ${mostTests} tests`)
    const codes = some.map(({ test }) => test.code)
    if (new Set(codes).size < codes.length) throw refused('code', 'The order has this test twice')
    const { client, db } = inside
    const clinic = { ...inside, actor: asClinic(client, first.facilityId) }
    const patientId = 'id' in first.patient ? first.patient.id : added.get(first.patient)
    const who: Who = await whoIs(inside, patientId ?? '')
    const placed = await (async () => {
      const siteId = first.siteId ?? client.sites?.[0] ?? null
      const plan = await planOrder(clinic, { siteId, tests: some.map(({ test }) => test.catalogueName) })
      const more = { fasting: 'not known', pregnancyWeek: null, medication: '' } as const
      return { ...plan, ...(await keepOrder(clinic, plan, who, { ...first.order, ...more })) }
    })().catch((error: unknown) => {
      throw error instanceof Refusal
        ? first.refuse(inElements(error, 'ServiceRequest', elementsOfOrder))
        : error
    })
    for (const { replaced, identifier } of some)
      if (replaced !== null) await deleteOrdered(db, client.id, identifier, partsOfRequestId(replaced))
    await insertOrdered(
      db,
      some.map(({ identifier, requestHash, test }) => ({
        ...{ ...identifier, requestHash, clientId: client.id, siteId: placed.siteId },
        ...{ orderId: placed.id, testCode: test.code },
      })),
    )
    for (const one of some) ids.set(one, requestId(placed.id, one.test.code))
  }
  return requests.map((one) => ids.get(one) ?? '')
}

function attempt<Value>(refuse: SentRequest['refuse'], work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refusal ? refuse(error) : error
  }
}

const attemptLater = <Value>(refuse: SentRequest['refuse'], work: () => Promise<Value>): Promise<Value> =>
  work().catch((error: unknown) => {
    throw error instanceof Refusal ? refuse(error) : error
  })

/** The elements that a refused order names. */
const elementsOfOrder = {
  siteId: 'locationReference',
  testType: 'code',
  'patient.contact': 'subject',
}
