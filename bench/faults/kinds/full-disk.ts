import type { Laboratory } from '../laboratory.ts'
import { type Fault, linuxAsRoot } from './fault.ts'

const mostMs = 30_000

export const fullDisk: Fault = {
  name: 'full disk',
  does: 'no room on the disk of primary and standby until a write was refused, and room again',
  whyNot: linuxAsRoot,
  async strike({ disk, ask }, hold) {
    if (!disk) throw new Error('The disk was not mounted')
    disk.fill()
    try {
      await untilRefused(ask)
      await hold()
    } finally {
      disk.makeRoom()
    }
  },
}

/** Writes until a write is refused. PostgreSQL reserves files of the write-ahead log, so that this takes some time on a full disk. */
async function untilRefused(ask: Laboratory['ask']): Promise<void> {
  const write = "select pg_logical_emit_message(false, 'phial', repeat('x', 1000000))"
  for (const start = performance.now(); performance.now() - start < mostMs; ) {
    const isRefused = await ask(write).then(
      () => false,
      () => true,
    )
    if (isRefused) return
  }
  throw new Error('The full disk refused no write')
}
