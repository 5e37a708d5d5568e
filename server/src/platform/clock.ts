/** The only place that asks the machine for the time. Passed in, so that tests can set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

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

export const minutes = (count: number) => count * 60_000
export const hours = (count: number) => count * 3_600_000
export const days = (count: number) => count * 86_400_000
export const after = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)
