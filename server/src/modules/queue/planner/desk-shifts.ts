import type { Span } from '#simulation/laboratory/plan.ts'
import type { DeskTurn } from './queries-planner.ts'

/** One person's time at one desk. `label` is the desk's name, with a number from the second person on. */
export type DeskShift = { label: string; account: string | null; shifts: Span[] }

/**
 * Times at desks by person, from the events of opening, pausing and closing. If the first event of a desk is a pause or a close, it was
 * open at `from`; a desk that was not closed is open until `until`. Minutes of the day.
 */
export function deskShifts(
  turns: readonly DeskTurn[],
  minute: (at: Date) => number,
  { from, until }: Span,
): DeskShift[] {
  return [...Map.groupBy(turns, ({ desk }) => desk).values()].flatMap((own) => {
    const found: DeskShift[] = []
    const of = (account: string | null): DeskShift => {
      const known = found.find((shift) => shift.account === account)
      if (known) return known
      const name = own[0]?.name ?? ''
      const label = found.length === 0 ? name : `${name} (${found.length + 1})`
      const fresh = { label, account, shifts: [] }
      found.push(fresh)
      return fresh
    }
    const [first] = own
    const there = first?.kind === 'paused' || first?.kind === 'closed'
    let open: { account: string | null; from: number } | null = there
      ? { account: first.account, from }
      : null
    const leave = (at: number) => {
      if (open && at > open.from) of(open.account).shifts.push({ from: open.from, until: at })
      open = null
    }
    for (const { kind, at, account } of own) {
      const now = minute(at)
      leave(now)
      if (kind === 'opened' || kind === 'resumed') open = { account, from: now }
    }
    leave(until)
    return found.filter(({ shifts }) => shifts.length > 0)
  })
}
