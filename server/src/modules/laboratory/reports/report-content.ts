import type { ReportContent } from '#contract/reports.ts'
import type { Visit } from '#server/modules/booking/index.ts'
import type { Laboratory } from '#server/modules/sites/index.ts'
import { flagWords } from '../results/interval.ts'
import { rangeText } from '../results/result-form.ts'
import type { Released } from './queries-reports.ts'

/** What the report says: pure, from what is released and from the report before. Frozen once it is written. */
export function reportContentOf(
  visit: Visit,
  laboratory: Pick<Laboratory, 'name' | 'address' | 'phone' | 'email'>,
  released: readonly Released[],
  facts: {
    version: number
    code: string
    now: Date
    singlePerson: boolean
    before: ReportContent | null
    correctedBy: string
  },
): ReportContent {
  const when = printed(visit.timeZone)
  const done = new Set(released.map((test) => test.testCode))
  const waitingFor = visit.tests.filter((test) => !done.has(test.code)).map((test) => test.name)
  const tests = released.map((test): ReportContent['tests'][number] => {
    const earlier = facts.before?.tests.find((one) => one.name === test.title)
    return {
      name: test.title,
      specimen: test.specimen,
      accession: test.accession,
      collectedAt: when(test.collectedAt),
      receivedAt: test.receivedAt ? when(test.receivedAt) : null,
      enteredBy: test.enteredBy,
      releasedBy: test.releasedBy,
      releasedAt: when(test.releasedAt),
      correction: test.correctionReason
        ? { reason: test.correctionReason, by: facts.correctedBy }
        : (earlier?.correction ?? null),
      results: test.results.map((result) => {
        const value =
          result.number === null ? (result.text ?? '') : result.number.toFixed(result.decimals ?? 0)
        const old = earlier?.results.find((one) => one.code === result.code)
        return {
          code: result.code,
          name: result.name,
          value,
          number: result.number,
          unit: result.unit === '1' ? '' : result.unit,
          range: rangeText(
            result.range,
            result.decimals,
            result.number === null ? result.normalOptions : null,
          ),
          low: result.range?.low ?? null,
          high: result.range?.high ?? null,
          flag: result.flag,
          flagWords: flagWords[result.flag],
          before: old && old.value !== value ? old.value : (old?.before ?? null),
        }
      }),
    }
  })
  const corrected = tests.some((test) => test.correction !== null)
  return {
    version: facts.version,
    status: corrected ? 'corrected' : waitingFor.length > 0 ? 'partial' : 'final',
    code: facts.code,
    laboratory: {
      name: laboratory.name,
      address: laboratory.address,
      phone: laboratory.phone,
      email: laboratory.email,
    },
    site: visit.siteName,
    patient: {
      fullName: visit.patient.fullName,
      age: visit.patient.age,
      gender: visit.patient.gender,
      reference: visit.reference,
    },
    issuedAt: when(facts.now),
    timeZone: visit.timeZone,
    waitingFor,
    singlePersonRelease: facts.singlePerson,
    tests,
  }
}

/** As people write it at the site: 9 Mar 2026, 08:30. */
function printed(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (instant) => format.format(instant)
}
