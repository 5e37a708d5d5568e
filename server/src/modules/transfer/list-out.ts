import { Readable } from 'node:stream'
import { type CsvValue, csvLine, csvMark } from '#contract/csv.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { exportAppointments as contract } from '#contract/transfer.ts'
import { visitStateLabels } from '#contract/visit-states.ts'
import { type Visit, walkAppointments } from '#server/modules/booking/index.ts'
import { clockTime, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { spend } from '#server/platform/limits.ts'

const listsOfAccount = { name: 'lists of account', burst: 60, perSeconds: 3600 }

/** The filtered list of appointments as a file that can be imported again. It is read page by page while it is written. */
export async function exportAppointments(
  context: SignedIn,
  query: QueryOf<typeof contract>,
): Promise<Readable> {
  await spend(context, listsOfAccount, context.actor.accountId)
  const pages = walkAppointments(context, query)
  // Read first: a site that the caller may not see can only be refused before the answer has begun.
  const first = await pages.next()
  await audit(context, {
    action: 'appointments.exported',
    subject: { kind: 'laboratory', id: 'laboratory' },
    after: query,
  })
  return Readable.from(lines(first, pages), { objectMode: false })
}

async function* lines(
  first: IteratorResult<Visit[]>,
  pages: AsyncGenerator<Visit[]>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvMark + csvLine(Object.keys(columns)))
  if (!first.done) yield Buffer.from(first.value.map(lineOf).join(''))
  for await (const page of pages) yield Buffer.from(page.map(lineOf).join(''))
}

const lineOf = (visit: Visit) => csvLine(Object.values(columns).map((cellOf) => cellOf(visit)))
const startOf = ({ timeZone, startsAt }: Visit) => localAt(timeZone, minuteOf(startsAt))

const columns: Readonly<Record<string, (visit: Visit) => CsvValue>> = {
  Reference: ({ reference }) => reference,
  State: ({ status }) => visitStateLabels[status],
  'Full name': ({ patient }) => patient.fullName,
  Age: ({ patient }) => patient.age,
  Gender: ({ patient }) => patient.gender,
  Phone: ({ patient }) => patient.contact,
  Email: ({ patient }) => patient.email,
  Tests: ({ tests }) => tests.map(({ name }) => name).join('; '),
  Site: ({ siteName }) => siteName,
  Date: (visit) => startOf(visit).day,
  Time: (visit) => clockTime(startOf(visit).minuteOfDay),
  Minutes: ({ startsAt, endsAt }) => minuteOf(endsAt) - minuteOf(startsAt),
  Priority: ({ priority }) => priority,
  Booked: ({ createdAt }) => createdAt.toISOString(),
}
