import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { failover, frozenStandbyThenFailover } from '../../../bench/faults/kinds/failover.ts'
import { whyNot } from '../../../bench/faults/kinds/fault.ts'
import { fullDisk } from '../../../bench/faults/kinds/full-disk.ts'
import { killedBoth, killedServer, killedSessions } from '../../../bench/faults/kinds/killed.ts'
import { silentNetwork } from '../../../bench/faults/kinds/network.ts'
import { openLaboratory } from '../../../bench/faults/laboratory.ts'
import { runFaults } from '../../../bench/faults/run.ts'
import { installEncrypted } from '../encrypted-installation.ts'

/** Some of the faults of `npm run faults`. Only root may mount the small disk. */
const tried = [
  killedServer,
  killedBoth,
  killedSessions,
  silentNetwork,
  frozenStandbyThenFailover,
  failover,
  fullDisk,
].filter((fault) => whyNot(fault) === null)

test('while servers, database, network and disk fail under load, no acknowledged change is lost or made twice', {
  timeout: 400_000,
}, async () => {
  const size = { minutes: 5, operations: 5_000, clients: 8, hold: 1, pause: 1, rounds: 1 }
  const installed = await installEncrypted()
  const laboratory = await openLaboratory({
    servers: 2,
    installed,
    withDisk: tried.includes(fullDisk),
    withClock: false,
  }).finally(() => rmSync(installed, { recursive: true, force: true }))
  const { history, strikes, verdicts } = await runFaults(tried, size, laboratory)
  expect(strikes.map(({ fault }) => fault.name)).toEqual(tried.map(({ name }) => name))
  expect(verdicts.filter(({ findings }) => findings.length > 0)).toEqual([])
  // Requests succeeded again after each fault.
  for (const { at, until } of strikes) {
    const next = strikes.find((strike) => strike.at > at)?.at ?? Number.POSITIVE_INFINITY
    const done = history.operations.filter(
      ({ outcome, ended }) => outcome === 'done' && ended > until && ended < next,
    )
    expect(done.length).toBeGreaterThan(0)
  }
})
