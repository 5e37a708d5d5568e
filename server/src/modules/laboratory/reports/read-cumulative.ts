import { type Cumulative, mostSamples } from '#contract/cumulative.ts'
import { personNumber, readCurrentPersons } from '#server/modules/people/index.ts'
import { laboratorySettings, printedLogo, readReportSettings } from '#server/modules/sites/index.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { sayAt } from '#server/platform/date-formatters.ts'
import { notFound, notPossible } from '#server/platform/errors.ts'
import { cumulativeOf } from './cumulative.ts'
import { reportsOfPerson } from './queries-trends.ts'

/** A visit each week for six years. A PDF of more visits would take too long to draw. */
const mostVisits = 300

/**
 * The released values of a person in one table: for staff those of their sites, for an account those of visits that it opens. Not found
 * if there are none, so that nothing is disclosed about a person out of reach.
 */
export async function readCumulative(context: SignedIn, id: string): Promise<Cumulative> {
  return (await cumulativeOfPerson(context, id, { most: mostSamples })).table
}

/** `isGiven`: the table is handed out, so values that wait for the payment are left out. On the screen, staff read them. */
async function cumulativeOfPerson(
  context: SignedIn,
  id: string,
  { most, isGiven = false }: { most?: number; isGiven?: boolean },
) {
  const { db, actor } = context
  const account = actor.role === 'user' ? actor.accountId : null
  const all = await reportsOfPerson(db, id, {
    sites: actor.sites,
    facility: null,
    account,
    openOnly: account !== null,
    limit: mostVisits + 1,
  })
  const person = (await readCurrentPersons(db, [id])).get(id)
  if (!person || all.length === 0) throw notFound('A released report of this person')
  const reports = isGiven ? all.filter(({ isOpen }) => isOpen) : all
  if (reports.length === 0)
    throw notPossible('All results of this person wait for the payment. Take the payment first.')
  await auditReading(context, { action: 'trends.read', subject: { kind: 'person', id: person.id } })
  const table = cumulativeOf(reports.slice(0, mostVisits), most)
  const older = table.older || all.length > mostVisits
  const isUnpaid = reports.length < all.length
  return { person, table: { ...table, older }, isUnpaid, zone: reports[0]?.report.timeZone ?? 'UTC' }
}

export async function readCumulativePdf(context: SignedIn, id: string): Promise<Buffer> {
  const { db, clock, actor } = context
  const { person, table, isUnpaid, zone } = await cumulativeOfPerson(context, id, { isGiven: true })
  const { name, address, phone, email } = await laboratorySettings(context)
  const settings = await readReportSettings(db)
  const { drawCumulative } = await import('./draw-cumulative.ts')
  const { birth } = person
  return drawCumulative(table, {
    laboratory: { name, reach: [address, phone, email] },
    patient: {
      fullName: person.fullName,
      number: personNumber(person.number),
      sex: person.sex,
      born: birth.precision === 'day' ? birth.date : null,
    },
    sayAt: (at) => sayAt(zone, new Date(at)),
    made: `Drawn up ${sayAt(zone, clock.now())}${actor.role === 'user' ? '' : ` by ${actor.fullName}`}`,
    isUnpaid,
    page: settings.page,
    at: clock.now(),
    logo: await printedLogo(db),
  })
}
