import type { BenchTest } from '#server/modules/catalogue/index.ts'
import type { Analyte } from '#server/modules/laboratory/index.ts'
import type { Person } from './people.ts'
import { rowsOf } from './rows.ts'
import type { createWaits } from './told-waits.ts'

/** The tables that a made-up day goes into, and what is known of the laboratory before it. */

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
  accountId: (number: number) => string
  /** The persons recorded for each account, by the account's number. */
  persons: Map<number, { id: string; person: Person }[]>
}

export const minute = 60_000
export const iso = (at: number) => new Date(at).toISOString()
export const isoOr = (at: number | null) => (at === null ? null : iso(at))

export const tables = () => ({
  person: rowsOf('person', 'id full_name sex birth_date birth_precision created_at'),
  accountPerson: rowsOf('account_person', 'account_id number person_id kind since'),
  visit: rowsOf(
    'visit',
    `site_id id status chair starts_at ends_at during reference account_id person_id full_name age gender contact email priority
     created_at walk_in`,
  ),
  visitTest: rowsOf('visit_test', 'site_id visit_id starts_at test_code'),
  sample: rowsOf(
    'sample',
    `site_id id visit_id accession status collection specimen tube collected_at collected_by place identified_by prepared
     received_at received_by rejected_at rejected_by rejection_reason replaces next_accession`,
  ),
  task: rowsOf(
    'task',
    `site_id id visit_id sample_id test_code panel_version status rank due_at created_at claimed_by started_at completed_by completed_at
     withdrawn_at released_by released_at results_revision results_saved_by results_saved_at`,
  ),
  result: rowsOf(
    'result',
    `site_id task_id analyte_code number text flag range calculated delta entered_by entered_at interval_version`,
  ),
  callback: rowsOf(
    'callback',
    'site_id id task_id analyte_code value opened_at due_at told_to told_at told_by',
  ),
  ticket: rowsOf(
    'ticket',
    `site_id id visit_id day number code class urgent appointment_at tests room status arrived_at queued_at skips desk
     staff_id called_at recalls started_at ended_at end_seen last_event`,
  ),
  event: rowsOf('queue_event', 'site_id seq at kind ticket_id desk account_id detail'),
  told: rowsOf('wait_told', 'site_id ticket_id told_at class ahead low median high shown_low shown_high'),
  ticketDay: rowsOf('ticket_day', 'site_id day last'),
  accessionDay: rowsOf('accession_day', 'site_id day last'),
  audit: rowsOf('audit', 'id at account_id role network action subject_kind subject_id after reason'),
})
export type Tables = ReturnType<typeof tables>

export const highest = (numbers: readonly number[]) => numbers.reduce((most, one) => Math.max(most, one), 0)
