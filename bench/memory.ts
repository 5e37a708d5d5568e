import { readFileSync } from 'node:fs'
import { processesIn } from '#server/platform/postgres/processes.ts'
import type { Laboratory } from './laboratory.ts'

/** MiB; of the database’s processes, what they share counts once. */
export type Memory = { server: number; database: number }

export const memoryOf = ({ server, cluster }: Laboratory): Memory => ({
  server: residentMiB(server.pid),
  database: proportionalMiB(processesIn(cluster)),
})

/** Resident memory of a process in MiB, as the kernel counts it (Linux). */
export function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Memory of several processes in MiB, what they share counted once (proportional set size; Linux). */
function proportionalMiB(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const rollup = rollupOf(pid)
    return sum + Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) / 1024
  }, 0)
}

/** Empty if the process has ended meanwhile, for example a worker of the database. */
function rollupOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    return 'Pss: 0 kB'
  }
}
