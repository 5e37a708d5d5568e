/** The only place that asks the machine for the time. Passed in, so that tests can set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The time of another clock, moved by a number of milliseconds that can be changed: for demonstrations. */
export function shiftedClock(of: Clock): Clock & { shiftTo(instant: Date): void } {
  let shift = 0
  return {
    now: () => new Date(of.now().getTime() + shift),
    shiftTo: (instant) => {
      shift = instant.getTime() - of.now().getTime()
    },
  }
}

/** Milliseconds by which a clock is ahead of the machine's. */
export const aheadOfMachine = (clock: Clock) => clock.now().getTime() - systemClock.now().getTime()

/** A clock that stands still until it is moved. */
export function stoppedClock(
  at: string | Date,
): Clock & { set(at: string | Date): void; advance(milliseconds: number): void } {
  let current = new Date(at)
  return {
    now: () => new Date(current),
    set: (next) => {
      current = new Date(next)
    },
    advance: (milliseconds) => {
      current = new Date(current.getTime() + milliseconds)
    },
  }
}

export const seconds = (count: number) => count * 1_000
export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => count * 3_600_000
export const days = (count: number) => count * 86_400_000
export const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)

/** The day in UTC, `YYYY-MM-DD`. The day at a site is `dayAt` of `sites`. */
export const utcDay = (instant: Date): string => instant.toISOString().slice(0, 10)
