import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import type { addShift, changeShift, copyWeek } from '#contract/shifts.ts'
import { addDays, daysBetween } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { hours } from '#server/platform/clock.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import {
  invalid,
  isSqlError,
  notPossible,
  type Refusal,
  required,
  sqlState,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { siteOf } from '../picture.ts'
import {
  deleteShift,
  deleteShiftsOf,
  findClash,
  insertShift,
  insertShifts,
  lockShift,
  lockTechnician,
  type ShiftRow,
  type SiteShift,
  shiftsAt,
  writeShift,
} from './queries-shifts.ts'
import { presentShift } from './read-shifts.ts'
import { instantsOf, type WallTimes, wallTimes, weekFrom } from './shift-times.ts'

type Saved = ResponseInput<typeof addShift>
type Details = { technicianId: string; note: string } & WallTimes
const longest = hours(16)

/** Adds a shift. */
export async function planShift(
  context: SignedIn,
  { siteId, ...details }: BodyOf<typeof addShift>,
): Promise<Saved> {
  const site = await siteOf(context, siteId)
  const row = rowOf(site, uuidv7(context.clock), details)
  return saving(context, row, site.timeZone, async (inside) => {
    await insertShift(inside.db, row)
    const after = auditFields(row, site.timeZone)
    await audit(inside, { action: 'shift.added', subject: subjectOf(row), after })
  })
}

/** Changes person, day or time of a shift; its site stays. */
export async function moveShift(
  context: SignedIn,
  id: string,
  details: BodyOf<typeof changeShift>,
): Promise<Saved> {
  const { siteId, timeZone } = await lockedShift(context, id)
  const row = rowOf({ id: siteId, timeZone }, id, details)
  return saving(context, row, timeZone, async (inside) => {
    const before = await lockedShift(inside, id)
    const changed = changedFields(auditFields(before, timeZone), auditFields(row, timeZone))
    if (!changed) return
    await writeShift(inside.db, row)
    await audit(inside, { action: 'shift.changed', subject: subjectOf(row), ...changed })
  })
}

export async function dropShift(context: SignedIn, id: string): Promise<{ message: string }> {
  await transact(context, async (inside) => {
    const shift = await lockedShift(inside, id)
    await deleteShift(inside.db, shift)
    const before = auditFields(shift, shift.timeZone)
    await audit(inside, { action: 'shift.removed', subject: subjectOf(shift), before })
  })
  return { message: 'The shift is off the plan.' }
}

/** Copies shifts by a number of days or weeks. */
export async function copyShifts(
  context: SignedIn,
  { siteId, from, to }: BodyOf<typeof copyWeek>,
): Promise<ResponseInput<typeof copyWeek>> {
  const site = await siteOf(context, siteId)
  const away = daysBetween(from, to)
  if (Math.abs(away) < 7) throw invalid({ to: ['Copy to other days than these seven'] })
  const { copied, leftOut } = await transact(context, async (inside) => {
    const before = await shiftsAt(inside.db, site.id, weekFrom(site.timeZone, from))
    if (before.length === 0) throw notPossible('There is no shift in these days to copy.')
    const copies = before.map((row) => {
      const { day, ...times } = wallTimes(site.timeZone, row)
      const details = { technicianId: row.accountId, note: row.note, day: addDays(day, away), ...times }
      return rowOf(site, uuidv7(context.clock), details)
    })
    const added = await insertShifts(inside.db, copies)
    const counts = { copied: added, leftOut: copies.length - added }
    const subject = { kind: 'site', id: site.id }
    await audit(inside, { action: 'shifts.copied', subject, after: { from, to, ...counts } })
    return counts
  })
  const said = copied === 1 ? '1 shift is' : `${copied} shifts are`
  const rest =
    leftOut > 0 ? ` ${leftOut} left out: the person is planned at that time already, or has left.` : ''
  return { message: `${said} copied.${rest}`, copied, leftOut }
}

/** Deletes the coming shifts of a person who leaves, in the transaction that closes the account. */
export async function endShiftsOf({ db, clock }: Context, { accountId }: { accountId: string }) {
  await deleteShiftsOf(db, accountId, clock.now())
}

function rowOf(
  site: { id: string; timeZone: string },
  id: string,
  { technicianId, note, ...wall }: Details,
): ShiftRow {
  const { start, end } = instantsOf(site.timeZone, wall)
  if (end <= start) throw invalid({ until: ['A shift must end after it begins'] })
  if (end.getTime() - start.getTime() > longest) {
    throw invalid({ until: ['A shift can be at most 16 hours long'] })
  }
  return { id, siteId: site.id, accountId: technicianId, startsAt: start, endsAt: end, note }
}

async function saving(
  context: SignedIn,
  row: ShiftRow,
  timeZone: string,
  write: (inside: SignedIn) => Promise<void>,
): Promise<Saved> {
  const person = { fullName: '' }
  try {
    await transact(context, async (inside) => {
      const technician = await lockTechnician(inside.db, row.accountId)
      if (!technician) throw invalid({ technicianId: ['Choose somebody who works here'] })
      person.fullName = technician.fullName
      await write(inside)
    })
  } catch (error) {
    if (!isSqlError(error, sqlState.exclusionViolation, 'shift_of_person')) throw error
    throw await clashOf(context, row, person.fullName)
  }
  const { day, from, until } = wallTimes(timeZone, row)
  const message = `${person.fullName} works on ${day}, ${from} to ${until}.`
  return { message, shift: presentShift(timeZone, row) }
}

async function clashOf({ db }: Context, row: ShiftRow, fullName: string): Promise<Refusal> {
  const other = await findClash(db, row)
  if (!other) return invalid({ from: [`${fullName} is planned at this time already`] })
  const { day, from, until } = wallTimes(other.timeZone, other)
  return invalid({ from: [`${fullName} is planned on ${day} from ${from} to ${until} at ${other.siteName}`] })
}

async function lockedShift({ actor, db }: SignedIn, id: string): Promise<SiteShift> {
  return required(await lockShift(db, actor.sites, id), 'This shift')
}

const subjectOf = ({ id }: ShiftRow) => ({ kind: 'shift', id })
const auditFields = (row: ShiftRow, timeZone: string) => ({
  siteId: row.siteId,
  technician: row.accountId,
  ...wallTimes(timeZone, row),
  note: row.note,
})
