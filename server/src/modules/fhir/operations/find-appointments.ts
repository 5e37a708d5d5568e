import { invalid } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import type { Asked, Kind, Operation } from '../kind.ts'
import { idInReference, refuseNul, tokenOf } from '../queries-conditions.ts'
import { countOf } from '../read-query.ts'
import { baseOf, type Resource, referenceTo, systemsOf } from '../resource.ts'
import { testsByCoding } from '../tests-by-coding.ts'

const definitions = 'https://profiles.ihe.net/ITI/Scheduling/OperationDefinition'
export const schedulingDefinition = (name: 'find' | 'hold' | 'book') => `${definitions}/appointment-${name}`

/**
 * `$find`: free times from `start` to `end` as proposed appointments, for the tests in `service-type`, at the sites in `location`. A
 * proposed appointment is not stored: it has no id, and is sent whole to `$hold` or `$book`.
 */
export const findAppointments = (slots: Kind): Operation => ({
  name: 'find',
  levels: ['type'],
  definition: schedulingDefinition('find'),
  scope: slots.scope,
  async run(call, { params }) {
    const [start, end] = [params.get('start'), params.get('end')]
    for (const [name, value] of Object.entries({ start, end }))
      if (value === null || !/^\d/.test(value))
        throw invalid({ [name]: ['Give a time like 2026-03-09T08:00:00Z'] })
    const tests = await codesOf(call, params.getAll('service-type'))
    const base = baseOf(call.config)
    const sites = [...params.getAll('location'), ...params.getAll('location-reference')]
    const asked: Asked[] = [
      { name: 'start', all: [[`ge${start}`], [`lt${end}`]] },
      { name: 'service-type', all: tests.map(({ code }) => [code]) },
      ...(sites.length > 0
        ? [{ name: 'schedule', all: [sites.map((site) => idInReference(site, 'Location', base) ?? '')] }]
        : []),
    ]
    const { rows } = await slots.search(call, asked, { limit: countOf(params.get('_count')) })
    const patient = params.get('patient-reference')
    const { test } = systemsOf(call.config)
    const serviceType = tests.map(({ code, name }) => ({
      coding: [{ system: test, code, display: name }],
      text: name,
    }))
    return {
      resourceType: 'Bundle',
      type: 'searchset',
      total: rows.length,
      ...(rows.length > 0 && {
        entry: rows.map((slot) => ({
          resource: proposed(slot, serviceType, patient),
          search: { mode: 'match' },
        })),
      }),
    }
  },
})

/** The tests of tokens in our system, or in LOINC. A code without a system is one of ours. */
async function codesOf(call: ClientCall, tokens: readonly string[]) {
  if (tokens.length === 0) throw invalid({ 'service-type': ['Give the code of a test'] })
  const { test } = systemsOf(call.config)
  const codings = tokens.map((token) => {
    refuseNul(token, 'service-type')
    const { system, code } = tokenOf(token)
    return [{ system: system ?? test, code }]
  })
  return (await testsByCoding(call.db, call.config, codings)).map((found) => {
    if ('why' in found) throw invalid({ 'service-type': [found.why] })
    return found
  })
}

function proposed(slot: Resource, serviceType: object[], patient: string | null): Resource {
  const { reference } = slot.schedule as { reference: string }
  return {
    resourceType: 'Appointment',
    status: 'proposed',
    serviceType,
    start: slot.start,
    end: slot.end,
    slot: [referenceTo('Slot', slot.id ?? '')],
    participant: [
      ...(patient === null ? [] : [{ actor: { reference: patient }, status: 'needs-action' }]),
      {
        actor: referenceTo('Location', reference.replace('Schedule/', '')),
        status: 'accepted',
      },
    ],
  }
}
