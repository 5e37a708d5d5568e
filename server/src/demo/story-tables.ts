import type { BenchTest } from '#server/modules/catalogue/index.ts'
import type { Analyte } from '#server/modules/laboratory/index.ts'
import type { Person } from './people.ts'
import { rowsOf } from './rows.ts'
import type { createWaits } from './told-waits.ts'

/** The tables of a simulated day, and the facts of the laboratory that its rows need. */

export type SiteFacts = {
  id: string
  number: number
  lastEvent: number
  chairs: number
  tellWaits: ReturnType<typeof createWaits>
}
export type Facts = {
  seed: number
  sites: ReadonlyMap<string, SiteFacts>
  tests: ReadonlyMap<string, BenchTest>
  panels: ReadonlyMap<string, Analyte[]>
  bufferMinutes: number
  callbackMinutes: number
  deltaPercent: number
  /** The instant up to which it is told. */
  now: number
  /** The first day of which the audit trail is whole. Of earlier days it has the states of visits, and all about those of the regular patient. */
  wholeFrom: number
  accountId: (number: number) => string
  /** The persons recorded for each account, by the account's number, and whether the account has them already. */
  persons: Map<number, { id: string; person: Person; isOfAccount: boolean }[]>
}

export const minute = 60_000
export const dateOf = (at: number | null) => (at === null ? null : new Date(at))

export const tables = () => ({
  person: rowsOf('person'),
  accountPerson: rowsOf('accountPerson'),
  visit: rowsOf('visit'),
  visitTest: rowsOf('visitTest'),
  sample: rowsOf('sample'),
  task: rowsOf('task'),
  result: rowsOf('result'),
  callback: rowsOf('callback'),
  ticket: rowsOf('ticket'),
  event: rowsOf('queueEvent'),
  told: rowsOf('waitTold'),
  ticketDay: rowsOf('ticketDay'),
  accessionDay: rowsOf('accessionDay'),
  audit: rowsOf('audit'),
})
export type Tables = ReturnType<typeof tables>

export const highest = (numbers: readonly number[]) => Math.max(0, ...numbers)
