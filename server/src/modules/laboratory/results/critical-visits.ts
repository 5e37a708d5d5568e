import { type CellCounts, printedValue } from '#contract/printed-unit.ts'
import type { CriticalContact, CriticalVisit, Flag } from '#contract/results.ts'
import type { Range } from '#server/modules/catalogue/index.ts'
import { phoneDigits } from '#server/modules/people/index.ts'
import type { OpenRow } from './queries-callbacks.ts'

/** Open critical values by visit, in the order of the rows: those of a visit follow each other. */
export function visitsOf(rows: readonly OpenRow[], counts: CellCounts) {
  return [...Map.groupBy(rows, ({ visitId }) => visitId).values()].flatMap((values) => {
    const [first] = values
    if (!first) return []
    const { visitId, reference, patient, site, timeZone, contacts } = first
    return {
      ...{ visitId, reference, patient, site, timeZone },
      values: values.map(({ unit, value, flag, range, decimals, ...row }) => ({
        ...row,
        value: printedValue(value, unit, counts),
        limit: sayLimit(flag, range, decimals),
      })),
      calls: callsOf(values),
      contacts: contacts && reachable(contacts),
    }
  })
}

/** The limit that a critical value has passed; null if it is not critical by the interval it was judged by. */
export function sayLimit(flag: Flag | null, range: Range | null, decimals: number | null): string | null {
  if (flag === 'AA') return 'a critical answer'
  const limit = flag === 'LL' ? range?.criticalLow : flag === 'HH' ? range?.criticalHigh : undefined
  if (limit === undefined) return null
  return `${flag === 'LL' ? 'below' : 'above'} ${decimals === null ? limit : limit.toFixed(decimals)}`
}

/** A call is recorded for each value that it was about, at the same instant and by the same person. */
function callsOf(values: readonly OpenRow[]): CriticalVisit['calls'] {
  const calls = new Map(
    values.flatMap(({ tries }) => tries).map((one) => [`${one.at} ${one.by} ${one.called}`, one]),
  )
  return [...calls.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/**
 * Contacts without repetitions. The patient's own account is left out unless it has another number; the others stay also without
 * a number, for they may be found another way.
 */
export function reachable(contacts: readonly CriticalContact[]): CriticalContact[] {
  const kept: CriticalContact[] = []
  for (const contact of contacts) {
    const isPatient = contact.kind === 'patient' || contact.kind === 'self'
    const digits = phoneDigits(contact.phone)
    const isKnown = kept.some(
      (one) =>
        (isPatient && digits === '') ||
        (phoneDigits(one.phone) === digits && (isPatient || one.name === contact.name)),
    )
    if (!isKnown) kept.push(isPatient ? { ...contact, kind: 'patient' } : contact)
  }
  return kept
}
