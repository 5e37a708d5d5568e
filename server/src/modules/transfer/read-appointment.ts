import type { z } from 'zod'
import { type patientDetails as Details, patientDetails } from '#contract/booking.ts'
import type { Priority } from '#contract/options.ts'
import { instantsOfLocal, type Minute, type Plan } from '#server/modules/sites/index.ts'
import {
  ageOn,
  type ImportState,
  readDay,
  readGender,
  readName,
  readPriority,
  readState,
  readTime,
} from './cell-values.ts'
import { type Decided, externalNumber, faulty, hashOf, type SourceRow } from './decided.ts'

/** A test with all its names. */
export type NamedTest = {
  code: string
  name: string
  label: string
  aliases: string[]
  bookable: boolean
  collection: string
}

export type Given = {
  line: number
  key: string
  hash: Buffer
  plan: Plan
  start: Minute
  patient: z.output<typeof Details>
  tests: NamedTest[]
  priority: Priority
  /** Null: not said. */
  state: ImportState | null
  /** The patient's number in the same source; empty if not given. */
  patientNumber: string
}

export type Names = { plans: ReadonlyMap<string, Plan>; tests: ReadonlyMap<string, NamedTest> }

/** Tests by their names in small letters; of two with the same, the one that stands first in the catalogue. */
export function testsByName(tests: readonly NamedTest[]): Map<string, NamedTest> {
  const named = new Map<string, NamedTest>()
  for (const test of tests) {
    for (const name of [test.code, test.name, test.label, ...test.aliases]) {
      if (!named.has(name.toLowerCase())) named.set(name.toLowerCase(), test)
    }
  }
  return named
}

/** The content of a row, or its errors by field. */
export function readAppointment({ line, cells }: SourceRow, names: Names): Given | Decided {
  const problems: Decided['problems'] = []
  const wrong = (field: string, message: string) => void problems.push({ field, message })
  const said = (name: string) => cells[name] ?? ''
  const number = externalNumber.safeParse(said('externalId'))
  const patientNumber = said('patientNumber')
  if (!number.success) wrong('externalId', number.error.issues[0]?.message ?? 'This cannot be read')
  const plan = siteOf(said('site'), names.plans)
  if (!plan)
    wrong('site', said('site') === '' ? 'Site is required' : 'There is no site of yours with this name')
  const day = readDay(said('date'))
  if (!day) wrong('date', 'Give a date like 2026-03-09 or 09/03/2026 (day before month)')
  const time = readTime(said('time'))
  if (time === null) wrong('time', 'Give a time like 08:30')
  const start = plan && day && time !== null ? instantsOfLocal(plan.site.timeZone, day, time)[0] : undefined
  if (plan && day && time !== null && start === undefined) {
    wrong('time', 'The clocks change at this hour: this time does not exist on this day')
  }
  const patient = patientDetails.safeParse({
    fullName: readName(cells),
    age: ageOf(said('age'), said('birthDate'), day),
    gender: readGender(said('gender')) ?? 'none',
    contact: said('phone'),
    email: said('email'),
  })
  if (!patient.success) {
    for (const { path, message } of patient.error.issues) {
      wrong(path[0] === 'contact' ? 'phone' : String(path[0]), message)
    }
  }
  const { tests, unknown } = testsOf(said('tests'), names.tests)
  for (const name of unknown) wrong('tests', `There is no test “${name.slice(0, 80)}”`)
  if (tests.length === 0 && unknown.length === 0) wrong('tests', 'Name at least one test')
  if (tests.length > 20) wrong('tests', 'A visit has at most 20 tests')
  const priority = said('priority') === '' ? 'low' : readPriority(said('priority'))
  if (!priority) wrong('priority', 'Priority must be low, normal or high')
  const state = said('state') === '' ? null : readState(said('state'))
  if (said('state') !== '' && !state) {
    wrong('state', 'Say booked, completed, cancelled or no show; finish what is under way where it began')
  }
  if (
    !number.success ||
    !plan ||
    start === undefined ||
    !patient.success ||
    !priority ||
    problems.length > 0
  ) {
    return faulty(readName(cells), line, problems)
  }
  const codes = tests.map(({ code }) => code)
  const also = patientNumber === '' ? [] : [patientNumber]
  const content = hashOf(plan.site.id, start, patient.data, codes, priority, state, ...also)
  const key =
    number.data !== ''
      ? `#${number.data}`
      : `=${hashOf(plan.site.id, start, patient.data.fullName.toLowerCase()).toString('base64url')}`
  return {
    line,
    key,
    hash: content,
    plan,
    start,
    patient: patient.data,
    tests,
    priority,
    state,
    patientNumber,
  }
}

/** Without a name: the only one that there is. */
function siteOf(name: string, plans: ReadonlyMap<string, Plan>): Plan | undefined {
  if (name !== '') return plans.get(name.toLowerCase())
  return plans.size === 1 ? [...plans.values()][0] : undefined
}

function ageOf(age: string, birthDate: string, day: string | null): number | undefined {
  if (age !== '') return /^\d{1,3}$/.test(age) ? Number(age) : Number.NaN
  const birth = readDay(birthDate)
  return birth && day ? ageOn(birth, day) : undefined
}

/** A name may hold what else stands between names: first the cell as it is, then its parts. */
function testsOf(cell: string, named: ReadonlyMap<string, NamedTest>) {
  const find = (names: readonly string[]) => {
    const unknown = names.filter((name) => !named.has(name.toLowerCase()))
    const found = names.flatMap((name) => named.get(name.toLowerCase()) ?? [])
    return { unknown, tests: [...new Set(found)] }
  }
  const parts = (between: RegExp) =>
    cell
      .split(between)
      .map((name) => name.trim())
      .filter((name) => name !== '')
  const ways = [/[;|\n]/, /[;|,\n]/].map((between) => find(parts(between)))
  return ways.find(({ unknown }) => unknown.length === 0) ?? ways[1] ?? { unknown: [], tests: [] }
}
