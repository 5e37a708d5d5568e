import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any recovery takes, also on a busy machine. */
const patienceMs = 120_000

/** Waits until `isSo`; an error of it counts as no. Throws `why` after `mostMs`. */
export async function until(
  isSo: () => Promise<boolean>,
  why: () => string | Promise<string>,
  mostMs = patienceMs,
): Promise<void> {
  for (const start = performance.now(); !(await isSo().catch(() => false)); await sleep(50)) {
    if (performance.now() - start > mostMs) throw new Error(await why())
  }
}
