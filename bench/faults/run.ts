import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { check, type Verdict } from './check.ts'
import { type History, startClients } from './clients.ts'
import { type Failure, failuresIn } from './failures.ts'
import type { Fault } from './kinds/fault.ts'
import { chairs, prepare } from './prepare.ts'
import type { Server } from './server.ts'

/** What is tried: servers of the product, and what they depend on. */
export type Tried = {
  readonly servers: readonly Server[]
  /** Where the clients send their requests. */
  readonly urls: readonly string[]
  /** The database, for preparing data and for the check. */
  url(): string
  /** Ends faults that last, starts what does not run, and waits until everything works. */
  recover(): Promise<void>
  /** Rules that are checked while the faults are tried. */
  readonly verdicts?: readonly Verdict[]
  close(): Promise<void>
}

type AnyFault = Pick<Fault, 'name' | 'does'>

/** A fault that was tried, from `at` until it had been recovered from, by `performance.now()`. */
export type Strike = { fault: AnyFault; at: number; until: number }
export type Run = {
  history: History
  strikes: Strike[]
  verdicts: Verdict[]
  seconds: number
  /** The errors of the requests that were answered 500, as the servers logged them. */
  failures: Failure[]
}

export type Size = {
  minutes: number
  operations: number
  clients: number
  /** The seconds for which a lasting fault lasts. */
  hold: number
  /** The seconds between two faults. */
  pause: number
  /** How often each fault is tried at most. */
  rounds?: number
  /** Whether each request must succeed, as faults that nobody may notice promise. */
  unnoticed?: boolean
  /** Called with the name of each fault before it is tried. */
  tell?: (fault: string) => void
}

/** Tries the faults in turns until `minutes` or `operations` are over, and compares the answers with the database. */
export async function runFaults<Lab extends Tried>(
  faults: readonly Fault<Lab>[],
  size: Size,
  laboratory: Lab,
): Promise<Run> {
  try {
    const url = laboratory.url()
    const making = openPool({ url }, createLog('error'), 2)
    await making.query('set statement_timeout = 0')
    // A third of the operations are bookings. There are a fifth more places than bookings, so that some starts are already taken.
    const bookings = Math.ceil(size.operations * 0.33)
    const people = await prepare(making, {
      patients: Math.ceil(bookings / 20) + size.clients,
      releases: Math.ceil(bookings * 0.2) + 20,
    })
    await making.query('analyze')
    await making.end()
    const days = Math.min(170, Math.max(1, Math.ceil((bookings * 1.2) / (48 * chairs))))
    const { urls } = laboratory
    const start = performance.now()
    const clients = startClients({ urls, people, days, clients: size.clients, most: size.operations })
    const strikes: Strike[] = []
    const stuck: Verdict = { rule: 'Everything works again after each fault', checked: 0, findings: [] }
    const isOver = () => clients.isOver() || performance.now() - start > size.minutes * 60_000
    const hold = () => sleep(size.hold * 1_000)
    await sleep(size.pause * 1_000)
    const turns = faults.length * (size.rounds ?? Number.POSITIVE_INFINITY)
    for (let turn = 0; !isOver() && turn < turns; turn++) {
      const fault = faults[turn % faults.length]
      if (!fault) break
      const strike = { fault, at: performance.now(), until: 0 }
      size.tell?.(fault.name)
      strikes.push(strike)
      try {
        await fault.strike(laboratory, hold)
        await laboratory.recover()
      } catch (error) {
        stuck.findings.push(`${fault.name}: ${error instanceof Error ? error.message : error}`)
        break
      }
      strike.until = performance.now()
      await sleep(size.pause * 1_000)
    }
    stuck.checked = strikes.length
    while (!isOver() && stuck.findings.length === 0 && size.rounds === undefined) await sleep(100)
    await clients.stop()
    const seconds = (performance.now() - start) / 1_000
    const checking = openPool({ url: laboratory.url() }, createLog('error'), 2)
    await checking.query('set statement_timeout = 0')
    const verdicts = await check(checking, clients.history).finally(() => checking.end())
    if (stuck.findings.length === 0) await laboratory.recover()
    if (size.unnoticed) verdicts.push(unnoticed(clients.history))
    verdicts.push(stuck, ...(laboratory.verdicts ?? []), {
      rule: 'No server ends by itself',
      checked: laboratory.servers.length,
      findings: laboratory.servers.flatMap(({ crashes }) => crashes),
    })
    return {
      history: clients.history,
      strikes,
      verdicts,
      seconds,
      failures: laboratory.servers.flatMap((server) => failuresIn(server.output())),
    }
  } finally {
    await laboratory.close()
  }
}

/** That no request failed, and none had to be repeated. */
const unnoticed = ({ operations }: History): Verdict => ({
  rule: 'No request fails',
  checked: operations.length,
  findings: operations
    .filter(({ lost, unavailable }) => lost + unavailable > 0)
    .map(
      ({ kind, path, lost, unavailable, codes }) =>
        `${kind} ${path}: ${lost} lost, ${unavailable} answered 503 ${[...codes]}`,
    ),
})
