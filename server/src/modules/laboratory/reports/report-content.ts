import type { Order } from '#contract/orders.ts'
import { printedUnit } from '#contract/printed-unit.ts'
import type { ReportContent } from '#contract/reports.ts'
import { flagWords } from '#contract/results.ts'
import type { Visit } from '#server/modules/booking/index.ts'
import { type interpretationsInForce, interpretationsOf } from '#server/modules/catalogue/index.ts'
import type { Laboratory, ReportSettings } from '#server/modules/sites/index.ts'
import { dateFormatters, sayAt } from '#server/platform/date-formatters.ts'
import { rangeText } from '../results/result-form.ts'
import type { Released } from './queries-reports.ts'

type Tested = ReportContent['tests'][number]

export type Facts = {
  code: string
  now: Date
  singlePerson: boolean
  personNumber: string
  /** The date of birth (YYYY-MM-DD); null: not known to the day. */
  born: string | null
  settings: ReportSettings
  order: Order
  /** The comment on the whole report. */
  comment: string
  /** The interpretive texts in force. */
  interpretations: Awaited<ReturnType<typeof interpretationsInForce>>
  /** The account that the visit belongs to; null: none, the desk took the order. */
  requester: string | null
  /** Who issues this version. */
  by: string
  /** Tests whose results this version withdraws. */
  withdrawn: { tests: readonly { code: string; name: string }[]; reason: string } | null
}

/**
 * What the report says: pure, from what is released and from the versions before, newest first. Frozen once it is
 * written, and what an earlier version froze is taken over as it stands: an analyte that was given another unit
 * meanwhile must not put that unit behind an old number.
 */
export function reportContentOf(
  visit: Visit,
  laboratory: Pick<Laboratory, 'name' | 'address' | 'phone' | 'email'>,
  released: readonly Released[],
  history: readonly ReportContent[],
  facts: Facts,
): ReportContent {
  const when = (instant: Date) => sayAt(visit.timeZone, instant)
  const before = history[0]?.tests ?? []
  const fresh = released.map((test): Tested => {
    const earlier = before.find((one) => isOf(one, test.testCode, test.title))
    const stands = test.correctionReason === null && !earlier?.withdrawn && !earlier?.culture?.interim
    return earlier?.accession === test.accession && stands
      ? { ...earlier, code: test.testCode }
      : testedNow(test, lastResultsOf(test, history), earlier?.correction ?? null, facts, when)
  })
  const kept = before
    .filter((one) => !released.some((test) => isOf(one, test.testCode, test.title)))
    .map((one) => takenBack(one, facts, when))
  const rank = (test: Tested) => visit.tests.findIndex(({ code, name }) => isOf(test, code, name))
  const tests = [...fresh, ...kept].sort((a, b) => rank(a) - rank(b))
  const waitingFor = visit.tests
    .filter(({ code, name }) => !tests.some((test) => isOf(test, code, name) && !test.culture?.interim))
    .map((test) => test.name)
  return {
    version: (history[0]?.version ?? 0) + 1,
    status: statusOf(tests, waitingFor.length > 0),
    code: facts.code,
    laboratory: {
      name: laboratory.name,
      address: laboratory.address,
      phone: laboratory.phone,
      email: laboratory.email,
      head: facts.settings.head,
      foot: facts.settings.foot,
      accreditation: facts.settings.accreditation,
      mark: facts.settings.mark?.toString('hex') ?? null,
    },
    page: facts.settings.page,
    site: visit.siteName,
    patient: {
      fullName: visit.patient.fullName,
      age: visit.patient.age,
      gender: visit.patient.gender,
      reference: visit.reference,
      personNumber: facts.personNumber,
      born: facts.born && sayBorn(facts.born),
    },
    requestedBy: facts.order.asked ?? requesterOf(visit, facts.requester),
    copyTo: facts.order.copyTo,
    order: saidBy(facts.order),
    issuedAt: when(facts.now),
    timeZone: visit.timeZone,
    waitingFor,
    comment: facts.comment,
    singlePersonRelease: facts.singlePerson,
    tests,
  }
}

/** The first reports froze a test's name alone. */
export const isOf = (one: Tested, code: string, name: string) =>
  one.code === '' ? one.name === name : one.code === code

function statusOf(tests: readonly Tested[], waiting: boolean): ReportContent['status'] {
  if (tests.length > 0 && tests.every((test) => test.withdrawn)) return 'withdrawn'
  if (tests.some((test) => test.withdrawn ?? test.correction)) return 'corrected'
  return waiting ? 'partial' : 'final'
}

function saidBy(order: Order): ReportContent['order'] {
  const { clinicalDetails, diagnosis, fasting, pregnancyWeek, medication } = order
  const isEmpty = [clinicalDetails, diagnosis, medication].every((text) => text === '')
  if (isEmpty && fasting === 'not known' && pregnancyWeek === null) return null
  return { clinicalDetails, diagnosis, fasting, pregnancyWeek, medication }
}

function requesterOf({ patient }: Visit, requester: string | null): string | null {
  const same = requester?.toLowerCase() === patient.fullName.toLowerCase()
  return same ? 'The patient' : requester
}

/** What the test said last, before it was withdrawn, if it was. */
function lastResultsOf(test: Released, history: readonly ReportContent[]): Tested['results'] {
  for (const { tests } of history) {
    const one = tests.find((tested) => isOf(tested, test.testCode, test.title))
    // Final results that follow interim results are not a correction.
    if (one?.culture?.interim) return []
    if (one && !one.withdrawn) return one.results
  }
  return []
}

function takenBack(one: Tested, { withdrawn, by, now }: Facts, when: (instant: Date) => string): Tested {
  if (!withdrawn?.tests.some(({ code, name }) => isOf(one, code, name))) return one
  const empty = { results: [], comment: '', interpretations: [], attachments: [], culture: null }
  return { ...one, ...empty, correction: null, withdrawn: { reason: withdrawn.reason, by, at: when(now) } }
}

function testedNow(
  test: Released,
  last: Tested['results'],
  correction: Tested['correction'],
  { by, interpretations, settings }: Pick<Facts, 'by' | 'interpretations' | 'settings'>,
  when: (instant: Date) => string,
): Tested {
  return {
    code: test.testCode,
    name: test.title,
    specimen: test.specimen,
    accession: test.accession,
    collectedAt: when(test.collectedAt),
    receivedAt: test.receivedAt ? when(test.receivedAt) : null,
    prepared: test.prepared,
    rejected: test.rejected.map((sample) => ({ ...sample, at: when(new Date(sample.at)) })),
    enteredBy: test.enteredBy,
    measured: test.measured && { at: when(new Date(test.measured.at)), by: test.measured.by },
    releasedBy: test.releasedBy,
    byRule: test.byRule,
    releasedAt: when(test.releasedAt),
    method: test.method,
    instrument: test.instrument,
    referredTo: test.referredTo,
    authorised: test.authorised,
    comment: test.comment,
    attachments: test.attachments,
    interpretations: interpretationsOf(interpretations, test.results),
    correction: test.correctionReason ? { reason: test.correctionReason, by } : correction,
    withdrawn: null,
    culture: test.culture,
    results: test.results.map((result) => {
      const value = result.number === null ? (result.text ?? '') : result.number.toFixed(result.decimals ?? 0)
      const range = rangeText(
        result.range,
        result.decimals,
        result.number === null ? result.normalOptions : null,
      )
      const old = last.find((one) => one.code === result.code)
      return {
        code: result.code,
        name: result.name,
        value,
        number: result.number,
        unit: printedUnit(result.unit, settings.cellCounts),
        range,
        low: result.range?.low ?? null,
        high: result.range?.high ?? null,
        flag: result.flag,
        flagWords: flagWords[result.flag],
        before: old && old.value !== value ? old.value : (old?.before ?? null),
        unconfirmed: result.unconfirmed && range !== '',
        birthNeeded: result.birthNeeded,
      }
    }),
  }
}

/** A day without a place: 4 May 1991. */
const sayBorn = (day: string): string => dayFormat('UTC').format(new Date(day))
const dayFormat = dateFormatters({ day: 'numeric', month: 'short', year: 'numeric' })

/** The URL in the QR code of a report. */
export const verifyUrlOf = ({ publicUrl }: { publicUrl: string }, code: string) =>
  `${publicUrl}/verify/${code}`
