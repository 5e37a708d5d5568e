import type { Laboratory } from '../laboratory.ts'

export type Fault = {
  name: string
  /** What it does, for the report. */
  does: string
  /** Why it cannot be tried here; null if it can. */
  why(): string | null
  /** `hold` is the wait of a fault that lasts. Afterwards `recover` starts what does not run. */
  strike(laboratory: Laboratory, hold: () => Promise<void>): Promise<void>
}

export const anywhere = (): null => null
export const linuxAsRoot = (): string | null =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? null
    : 'needs root on Linux, for a disk of its own'
