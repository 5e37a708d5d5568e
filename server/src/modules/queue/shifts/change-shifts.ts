import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import type { addShift, changeShift, copyWeek } from '#contract/shifts.ts'
import { addDays, daysBetween } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { hours } from '#server/platform/clock.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { type Db, inTransaction } from '#server/platform/database.ts'
import { invalid, isSqlError, notFound, Refusal, sqlState } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { siteOf } from '../picture.ts'
import {
  deleteShift,
  deleteShiftsOf,
  findClash,
  findShift,
  holdTechnician,
  insertShift,
  insertShifts,
  type ShiftRow,
  shiftsAt,
  writeShift,
} from './queries-shifts.ts'
import { presentShift } from './read-shifts.ts'
import { instantsOf, type WallTimes, wallTimes, weekFrom } from './shift-times.ts'

type Saved = ResponseInput<typeof addShift>
const longest = hours(16)

/** Adds a shift. */
export async function planShift(
  context: SignedIn,
  { siteId, technicianId, note, ...wall }: BodyOf<typeof addShift>,
): Promise<Saved> {
  const site = await siteOf(context, siteId)
  const row = rowOf(site, { id: uuidv7(context.clock), technicianId, note }, wall)
  return saving(context, row, site.timeZone, async (tx) => {
    await insertShift(tx, row)
    await audit(
      { ...context, db: tx },
      { action: 'shift.added', subject: subjectOf(row), after: said(row, site.timeZone) },
    )
  })
}

/** Changes person, day or time of a shift; its site stays. */
export async function moveShift(
  context: SignedIn,
  id: string,
  { technicianId, note, ...wall }: BodyOf<typeof changeShift>,
): Promise<Saved> {
  const { siteId, timeZone } = await found(context, context.db, id)
  const row = rowOf({ id: siteId, timeZone }, { id, technicianId, note }, wall)
  return saving(context, row, timeZone, async (tx) => {
    const before = await found(context, tx, id)
    const changed = changedFields(said(before, timeZone), said(row, timeZone))
    if (!changed) return
    await writeShift(tx, row)
    await audit({ ...context, db: tx }, { action: 'shift.changed', subject: subjectOf(row), ...changed })
  })
}

export async function dropShift(context: SignedIn, id: string): Promise<{ message: string }> {
  await inTransaction(context.db, async (tx) => {
    const before = await found(context, tx, id)
    await deleteShift(tx, before)
    await audit(
      { ...context, db: tx },
      { action: 'shift.removed', subject: subjectOf(before), before: said(before, before.timeZone) },
    )
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
  const { copied, all } = await inTransaction(context.db, async (tx) => {
    const before = await shiftsAt(tx, site.id, weekFrom(site.timeZone, from))
    if (before.length === 0) throw new Refusal('not_possible_now', 'There is no shift in these days to copy.')
    const fresh = before.map((row) => {
      const wall = wallTimes(site.timeZone, row)
      const person = { id: uuidv7(context.clock), technicianId: row.accountId, note: row.note }
      return rowOf(site, person, { ...wall, day: addDays(wall.day, away) })
    })
    const added = await insertShifts(tx, fresh)
    await audit(
      { ...context, db: tx },
      {
        action: 'shifts.copied',
        subject: { kind: 'site', id: site.id },
        after: { from, to, copied: added, leftOut: fresh.length - added },
      },
    )
    return { copied: added, all: fresh.length }
  })
  const leftOut = all - copied
  const shifts = copied === 1 ? '1 shift is' : `${copied} shifts are`
  return {
    message: `${shifts} copied.${leftOut > 0 ? ` ${leftOut} left out: the person is planned at that time already, or has left.` : ''}`,
    copied,
    leftOut,
  }
}

/** Deletes the coming shifts of a person who leaves, in the transaction that closes the account. */
export async function endShiftsOf(
  { db, clock }: Context,
  { accountId }: { accountId: string },
): Promise<void> {
  await deleteShiftsOf(db, accountId, clock.now())
}

function rowOf(
  site: { id: string; timeZone: string },
  { id, technicianId, note }: { id: string; technicianId: string; note: string },
  wall: WallTimes,
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
  write: (tx: Db) => Promise<void>,
): Promise<Saved> {
  const person = { fullName: '' }
  try {
    await inTransaction(context.db, async (tx) => {
      const technician = await holdTechnician(tx, row.accountId)
      if (!technician) throw invalid({ technicianId: ['Choose somebody who works here'] })
      person.fullName = technician.fullName
      await write(tx)
    })
  } catch (error) {
    if (!isSqlError(error, sqlState.exclusionViolation, 'shift_of_person')) throw error
    throw await clashOf(context, row, person.fullName)
  }
  const { day, from, until } = wallTimes(timeZone, row)
  return {
    message: `${person.fullName} works on ${day}, ${from} to ${until}.`,
    shift: presentShift(timeZone, row),
  }
}

async function clashOf({ db }: Context, row: ShiftRow, fullName: string): Promise<Refusal> {
  const other = await findClash(db, row.accountId, { start: row.startsAt, end: row.endsAt }, row.id)
  if (!other) return invalid({ from: [`${fullName} is planned at this time already`] })
  const { day, from, until } = wallTimes(other.timeZone, other)
  return invalid({ from: [`${fullName} is planned on ${day} from ${from} to ${until} at ${other.siteName}`] })
}

async function found({ actor }: SignedIn, db: Db, id: string): Promise<ShiftRow & { timeZone: string }> {
  const shift = await findShift(db, actor.sites, id)
  if (!shift) throw notFound('This shift')
  return shift
}

const subjectOf = ({ id }: ShiftRow) => ({ kind: 'shift', id })
const said = (row: ShiftRow, timeZone: string) => ({
  technician: row.accountId,
  ...wallTimes(timeZone, row),
  note: row.note,
})
