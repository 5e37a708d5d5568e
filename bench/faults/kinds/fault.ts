import type { Laboratory } from '../laboratory.ts'

export type Fault<Tried = Laboratory> = {
  name: string
  /** What it does, for the report. */
  does: string
  /** Why it cannot be tried on this machine; null if it can. A fault without it can be tried on every machine. */
  whyNot?(): string | null
  /** Causes the fault. One that lasts waits with `hold` before it ends. Afterwards the run calls `recover`. */
  strike(laboratory: Tried, hold: () => Promise<void>): Promise<void>
}

export const whyNot = (fault: Pick<Fault, 'whyNot'>): string | null => fault.whyNot?.() ?? null

/** Ends the sessions of the servers. */
export const endSessions =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'phial%'"

export const linuxAsRoot = (): string | null =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'needs root on Linux, for a disk of its own'
