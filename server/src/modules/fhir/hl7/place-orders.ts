import { planAt } from '#server/modules/booking/index.ts'
import { type DelimitedRecord, instantOfWire } from '#server/modules/instruments/index.ts'
import { Refusal } from '#server/platform/errors.ts'
import { asActor } from '../as-actor.ts'
import { keepPatient, type PlannedPatient } from '../create-patient.ts'
import { keepRequests, planRequests } from '../place-requests.ts'
import { findOrdered, orderCodes } from '../queries-ordered.ts'
import { readMany } from '../read-one.ts'
import { requestId } from '../request-id.ts'
import { revokeRequests } from '../revoke-requests.ts'
import { serviceRequests } from '../service-requests.ts'
import { Hl7Refusal, located, refused } from './fault.ts'
import { type Handler, type Hl7Call, requireScopeOf } from './hl7-call.ts'
import type { Envelope } from './read-envelope.ts'
import { type OrderGroup, orderGroups, requestBody } from './read-orders.ts'
import { findRecord } from './read-parts.ts'
import { patientOf } from './state-patient.ts'
import { said, segment } from './write-segment.ts'

/**
 * Orders (ORM^O01, OML^O21, OML^O33): new ones, changes and cancellations, all or none of a message. A changed order is cancelled and placed
 * again under its placer number.
 */

const news = new Set(['NW'])
const changes = new Set(['XO'])
const cancellations = new Set(['CA', 'DC'])
/** ORC-1 of the answer to an order that is not accepted, by ORC-1 of the order: unable to accept, to cancel, to change. */
const unable: Readonly<Record<string, string>> = { NW: 'UA', CA: 'UC', DC: 'UD', XO: 'UX', XX: 'UX' }

const placedPatient = 'urn:pid'

export const placeOrders: Handler = {
  async plan(call, envelope) {
    const groups = orderGroups(envelope, call.authorities)
    if (groups.length === 0) throw refused('ORC', '100', 'The message has no ORC segment')
    for (const { control, at } of groups) checkControl(call, control, at)
    if (!findRecord(envelope.records, 'PID')) throw refused('PID', '100', 'The message has no PID segment')
    const fresh = groups.filter(({ control }) => news.has(control) || changes.has(control))
    const changed = fresh.filter(({ control }) => changes.has(control))
    await placedBefore(call, changed)
    const cancelled = groups.filter(({ control }) => cancellations.has(control))
    const patient = fresh.length > 0 ? await patientOf(call, envelope) : null
    const { site } = await planAt({ ...call, actor: asActor(call.client) }, call.client.sites?.[0], [])
    const instant = (text: string) => instantOfWire(text, site.timeZone, call.clock.now())
    const requests = await planRequests(
      call,
      fresh.map((group) => ({
        body: requestBody(call, group, instant, placedPatient),
        refuse: (refusal: Refusal) => located(refusal, group.at),
        replaces: changes.has(group.control),
      })),
      () => patient,
    )
    const revoked = await placedBefore(call, cancelled)
    return {
      async keep(inside) {
        const added = new Map<PlannedPatient, string>()
        const isNewPatient = patient !== null && !('id' in patient) && requests.some((one) => !('id' in one))
        if (isNewPatient) added.set(patient, await keepPatient(inside, patient))
        const created = requests.flatMap((one) => ('id' in one ? [] : [one]))
        const replaced = requests.flatMap((one, index) =>
          'id' in one || one.replaced === null ? [] : [{ id: one.replaced, at: fresh[index]?.at ?? 1 }],
        )
        const unchanged = requests.flatMap((one, index) => {
          const group = fresh[index]
          return 'id' in one && group && changes.has(group.control) ? [{ id: one.id, at: group.at }] : []
        })
        const gone = await revoke(inside, replaced)
        refuseAll(
          [
            ...replaced.filter(({ id }) => !gone.includes(id)),
            ...(await revokedAmong(inside, unchanged)),
          ].map(({ at }) => refused(placeOf(at), '204', 'This order was cancelled before', true)),
        )
        const ids = await keepRequests(inside, created, added)
        const placed = requests.map((one) => ('id' in one ? one.id : (ids[created.indexOf(one)] ?? '')))
        await revoke(
          inside,
          cancelled.map(({ at }, index) => ({ at, id: revoked[index]?.id ?? '' })),
        )
        const outcomes = new Map<OrderGroup, { control: string; id: string }>()
        for (const [index, group] of fresh.entries())
          outcomes.set(group, { control: changes.has(group.control) ? 'XR' : 'OK', id: placed[index] ?? '' })
        for (const [index, group] of cancelled.entries())
          outcomes.set(group, { control: group.control === 'DC' ? 'DR' : 'CR', id: revoked[index]?.id ?? '' })
        return { answer: await accepted(inside, envelope, outcomes) }
      },
    }
  },
  refusedAnswer: ({ authorities }, envelope) =>
    echoes(
      envelope,
      orderGroups(envelope, authorities).map((group) => ({
        ...{ group, control: unable[group.control] ?? 'UA', filler: '' },
      })),
    ),
}

type Located = { id: string; at: number }

/** Those of these requests that have been cancelled. */
async function revokedAmong(inside: Hl7Call, all: readonly Located[]): Promise<Located[]> {
  const ids = all.map(({ id }) => id)
  const now = await readMany(inside, serviceRequests(inside.config), ids)
  return all.filter(({ id }) => now.some((one) => one.id === id && one.status === 'revoked'))
}

/** Cancels requests. Returns the ids of those that were not cancelled before. @throws a refusal that names each ORC that cannot be cancelled */
async function revoke(inside: Hl7Call, all: readonly Located[]): Promise<string[]> {
  const done: string[] = []
  const kind = serviceRequests(inside.config)
  const refusals: Hl7Refusal[] = []
  for (const some of Map.groupBy(all, ({ id }) => id.split('.')[0]).values()) {
    try {
      const changed = some.map(({ id }) => ({ id, ifMatch: null }))
      done.push(...(await revokeRequests(inside, kind, changed)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refusals.push(...some.map(({ at }) => located(error, at)))
    }
  }
  refuseAll(refusals)
  return done
}

/** @throws the faults of several refusals as one, if there are any */
function refuseAll(refusals: readonly Hl7Refusal[]): void {
  if (refusals.length === 0) return
  const faults = refusals.flatMap((refusal) => refusal.faults)
  throw new Hl7Refusal(
    faults,
    refusals.every(({ isFinal }) => isFinal),
  )
}

const placeOf = (at: number) => (at === 1 ? 'ORC-1' : `ORC[${at}]-1`)

function checkControl(call: Hl7Call, control: string, at: number): void {
  const place = placeOf(at)
  if (news.has(control)) requireScopeOf(call, 'system/ServiceRequest.c')
  else if (cancellations.has(control)) requireScopeOf(call, 'system/ServiceRequest.u')
  else if (changes.has(control)) {
    requireScopeOf(call, 'system/ServiceRequest.c')
    requireScopeOf(call, 'system/ServiceRequest.u')
  } else if (control === '') throw refused(place, '101', 'Give the order control')
  else throw refused(place, '103', `The order control ${control} is not supported: send NW, XO or CA`, true)
}

/** The requests that are cancelled. @throws a refusal that names each ORC whose order this client has not placed */
async function placedBefore(call: Hl7Call, groups: readonly OrderGroup[]): Promise<{ id: string }[]> {
  const asked = groups.map(({ placer, at }) => {
    if (placer) return placer
    throw refused(`ORC[${at}]-2`, '101', 'Give the placer order number')
  })
  const found = await findOrdered(call.db, call.client.id, asked)
  const placed = asked.map(({ system, value }) =>
    found.find((order) => order.system === system && order.value === value),
  )
  refuseAll(
    groups
      .filter((_, index) => placed[index] === undefined)
      .map(({ at }) => refused(`ORC[${at}]-2`, '204', 'No order was placed with this number')),
  )
  return placed.flatMap((one) => (one ? [{ id: requestId(one.orderId, one.testCode) }] : []))
}

/** The segments of the answer, in the order of the message, with our numbers. */
async function accepted(
  { db }: Hl7Call,
  envelope: Envelope,
  outcomes: ReadonlyMap<OrderGroup, { control: string; id: string }>,
): Promise<string[]> {
  const codes = await orderCodes(
    db,
    [...outcomes.values()].map(({ id }) => id.split('.')[0] ?? ''),
  )
  const echoed = [...outcomes].map(([group, { control, id }]) => {
    const [orderId = '', test = ''] = id.split('.')
    const code = codes.get(orderId)
    return { group, control, filler: code === undefined ? '' : `${said(fillerNumber(code, test))}^PHIAL` }
  })
  return echoes(
    envelope,
    echoed.toSorted((one, other) => one.group.at - other.group.at),
  )
}

type Echo = { group: OrderGroup; control: string; filler: string }

/** The orders of the answer. That to OML^O33 has each specimen before its orders. */
function echoes({ header, delimiters }: Envelope, all: readonly Echo[]): string[] {
  return all.flatMap(({ group, control, filler }, index) => {
    const { specimen } = group
    const isNext = header.event === 'O33' && specimen !== null && specimen !== all[index - 1]?.group.specimen
    return [...(isNext ? [specimenEcho(specimen, delimiters.sub)] : []), ...echo(group, control, filler)]
  })
}

function specimenEcho(specimen: DelimitedRecord, sub: string): string {
  const number = specimen.components(2).map((part) => part.split(sub).map(said).join('&'))
  return segment('SPM', {
    1: said(specimen.text(1)),
    2: number.join('^'),
    4: specimen.components(4).map(said).join('^'),
  })
}

/** The laboratory’s number of an ordered test (ORC-3). */
export const fillerNumber = (orderCode: string, testCode: string): string => `${orderCode}-${testCode}`

function echo({ at, placerText, serviceText }: OrderGroup, control: string, filler: string): string[] {
  const orc = `ORC|${control}|${placerText}|${filler}`
  return serviceText === '' ? [orc] : [orc, `OBR|${at}|${placerText}|${filler}|${serviceText}`]
}
