import { Readable } from 'node:stream'
import { csvLine, csvMark } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { exportAppointments as contract } from '#contract/transfer.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { type Visit, walkAppointments } from '#server/modules/booking/index.ts'
import { clockTime, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { spend } from '#server/platform/limits.ts'

const listsOfAccount = { name: 'lists of account', burst: 60, perSeconds: 3600 }

/** The list of appointments by its filters, as a file that can be brought in again. Read page by page as it is written. */
export async function exportAppointments(
  context: SignedIn,
  query: QueryOf<typeof contract>,
): Promise<Readable> {
  await spend(context, listsOfAccount, context.actor.accountId)
  const pages = walkAppointments(context, query)
  // A site of others is refused here: once the answer has begun, it could only break off.
  const first = await pages.next()
  await audit(context, {
    action: 'appointments.exported',
    subject: { kind: 'laboratory', id: 'laboratory' },
    after: query,
  })
  return Readable.from(lines(first, pages), { objectMode: false })
}

const heads = [
  'Reference',
  'State',
  'Full name',
  'Age',
  'Gender',
  'Phone',
  'Email',
  'Tests',
  'Site',
  'Date',
  'Time',
  'Minutes',
  'Priority',
  'Booked',
]

async function* lines(
  first: IteratorResult<Visit[]>,
  pages: AsyncGenerator<Visit[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvMark + csvLine(heads))
  if (!first.done) yield Buffer.from(first.value.map(lineOf).join(''))
  for await (const page of pages) yield Buffer.from(page.map(lineOf).join(''))
}

function lineOf(visit: Visit): string {
  const { patient, startsAt, endsAt, timeZone } = visit
  const { day, minuteOfDay } = localAt(timeZone, minuteOf(startsAt))
  return csvLine([
    visit.reference,
    visitStateLabels[visit.status],
    patient.fullName,
    patient.age,
    patient.gender,
    patient.contact,
    patient.email,
    visit.tests.map(({ name }) => name).join('; '),
    visit.siteName,
    day,
    clockTime(minuteOfDay),
    minuteOf(endsAt) - minuteOf(startsAt),
    visit.priority,
    visit.createdAt.toISOString(),
  ])
}
