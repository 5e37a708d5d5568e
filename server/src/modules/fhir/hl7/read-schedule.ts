import type { DelimitedRecord } from '#server/modules/instruments/index.ts'
import type { Identifier } from '../elements.ts'
import { uuidForm } from '../queries-conditions.ts'
import { refused } from './fault.ts'
import type { Hl7Call } from './hl7-call.ts'
import type { Envelope } from './read-envelope.ts'
import { codingsOf } from './read-orders.ts'
import { entityOf, findRecord, firstOf, textOfCode, value } from './read-parts.ts'

/** SCH, AIS and AIL of a scheduling message, by the official maps to an Appointment of FHIR. */

export type Schedule = {
  /** SCH-1. */
  placer: Identifier
  /** As sent; empty: not stated. */
  start: string
  /** AIS-3 as codings of FHIR; empty: not stated. */
  serviceType: { coding: object[] }[]
  /** The id of the site; null: not stated. */
  siteId: string | null
  /** SCH-6 or SCH-7; empty: not stated. */
  reason: string
}

export function readSchedule(call: Hl7Call, { records }: Envelope): Schedule {
  const sch = findRecord(records, 'SCH')
  if (!sch) throw refused('SCH', '100', 'The message has no SCH segment')
  const placer = entityOf(sch.components(1), call.authorities)
  if (!placer) throw refused('SCH-1', '101', 'Give the placer appointment id')
  const services = records.filter(({ type }) => type === 'AIS')
  const [service] = services
  const location = findRecord(records, 'AIL')
  const timing = findRecord(records, 'TQ1')
  return {
    placer,
    start: firstOf(
      ...[sch.text(11, 4), timing?.text(7) ?? '', service?.text(4) ?? '', location?.text(6) ?? ''],
    ),
    serviceType: services.map((ais, at) => ({
      coding: codingsOf(call, ais.components(3), at === 0 ? 'AIS-3' : `AIS[${at + 1}]-3`),
    })),
    siteId: location ? siteOf(call, location) : null,
    reason: textOfCode(sch.components(6)) || textOfCode(sch.components(7)),
  }
}

/** AIL-3: one of its components is in the code table, or is the id of a site. */
function siteOf({ locations }: Hl7Call, location: DelimitedRecord): string | null {
  const named = location
    .components(3)
    .map(value)
    .filter((part) => part !== '')
  if (named.length === 0) return null
  const site =
    named.flatMap((part) => locations.get(part) ?? [])[0] ?? named.find((part) => uuidForm.test(part))
  if (site !== undefined) return site
  throw refused('AIL-3', '103', `The location ${named[0]} is not in the code table of this connection`)
}
