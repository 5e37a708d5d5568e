import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closeCluster, removeRemains as removeClusters } from '../cluster/cluster.ts'
import { clusterFaults, rollingRestart } from '../cluster/kinds.ts'
import { openClusterLaboratory } from '../cluster/laboratory.ts'
import { whyNoCluster } from '../cluster/needs.ts'
import { closeLaboratories, migratedDataDir, removeRemains as removeFolders } from '../laboratory.ts'
import { table } from '../markdown-table.ts'
import { whyNot } from './kinds/fault.ts'
import { faults } from './kinds.ts'
import { openLaboratory } from './laboratory.ts'
import { removeRemains } from './remains.ts'
import { rowsOfFailures, rowsOfFaults, rowsOfLeftOut, rowsOfOperations, rowsOfVerdicts } from './report.ts'
import { runFaults } from './run.ts'

/**
 * `npm run faults [-- --minutes 10] [--operations 100000] [--clients 50] [--servers 2] [--hold 3] [--pause 3]
 * [--only "failover,full disk"] [--out file]`: clients book while servers, database, network, disk and clock fail. Ends after the
 * minutes or the operations, whichever is first, with exit code 1 if an acknowledged change is lost or made twice.
 * `--cluster` tries faults of the machines of `npm run cluster` instead; `--rolling 100` restarts its servers one after the other so
 * many times, and ends with exit code 1 if any request fails. With `--older folder` they begin with the older version in that folder,
 * and the first restart brings each to this one.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    operations: { type: 'string', default: '100000' },
    clients: { type: 'string', default: '50' },
    servers: { type: 'string', default: '2' },
    hold: { type: 'string', default: '3' },
    pause: { type: 'string', default: '3' },
    only: { type: 'string' },
    cluster: { type: 'boolean', default: false },
    rolling: { type: 'string' },
    older: { type: 'string' },
    out: { type: 'string', default: 'faults-report/faults.md' },
  },
})
const number = (name: 'minutes' | 'operations' | 'clients' | 'servers' | 'hold' | 'pause') =>
  above0(name, values[name])
function above0(name: string, text: string): number {
  const value = Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`)
  return value
}
const rolling = values.rolling === undefined ? null : above0('rolling', values.rolling)
const size = {
  minutes: number('minutes'),
  operations: number('operations'),
  clients: number('clients'),
  hold: number('hold'),
  pause: number('pause'),
  tell: (fault: string) => console.error(fault),
  ...(rolling !== null && { rounds: rolling, unnoticed: true }),
}
const onCluster = values.cluster || rolling !== null
const missing = onCluster ? whyNoCluster() : null
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}

/** Closed at the end, and when the run is interrupted. */
const closing: (() => unknown)[] = [closeLaboratories]
const names = values.only?.split(',').map((name) => name.trim())
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    for (const close of closing) await close()
    process.exit(1)
  })
}
const loadBefore = loadavg()[0] ?? 0
try {
  const { run, leftOut, servers, notes } = onCluster ? await onMachines() : await onThisMachine()
  const broken = run.verdicts.filter(({ findings }) => findings.length > 0)
  const count = run.history.operations.length
  const text = [
    `# Faults: ${broken.length === 0 ? 'every rule held' : `${broken.length} rules were broken`}`,
    `${count} operations of ${size.clients} clients on ${servers} servers in ${Math.round(run.seconds)} s, ${run.strikes.length} faults. ${availableParallelism()} cores (${cpus()[0]?.model}), load ${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after; ${new Date().toISOString().slice(0, 10)}.`,
    '## Rules',
    table(rowsOfVerdicts(run)),
    '## Faults',
    'For each fault: the longest time without an acknowledged write until the next fault, the answers 503, and the requests without an answer.',
    table(rowsOfFaults(run)),
    ...(leftOut.length > 0 ? [table(rowsOfLeftOut(leftOut))] : []),
    ...notes,
    '## Operations',
    table(rowsOfOperations(run)),
    ...(run.failures.length > 0 ? ['## Errors that were answered 500', table(rowsOfFailures(run))] : []),
    '',
  ].join('\n\n')
  mkdirSync(dirname(values.out), { recursive: true })
  writeFileSync(values.out, text)
  console.log(text)
  console.log(`Written to ${values.out}`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  for (const close of closing) await close()
}

async function onThisMachine() {
  removeRemains()
  removeFolders()
  const chosen = chosenOf(faults)
  const possible = chosen.filter((fault) => whyNot(fault) === null)
  const installed = await migratedDataDir()
  closing.push(() => rmSync(installed, { recursive: true, force: true }))
  const servers = number('servers')
  const laboratory = await openLaboratory({
    servers,
    installed,
    withDisk: possible.some(({ name }) => name === 'full disk'),
    withClock: possible.some(({ name }) => name === 'clock jump'),
  })
  const run = await runFaults(possible, size, laboratory)
  return { run, servers, leftOut: chosen.filter((fault) => whyNot(fault) !== null), notes: [] }
}

async function onMachines() {
  await removeClusters()
  closing.push(closeCluster)
  const laboratory = await openClusterLaboratory(
    values.older === undefined ? undefined : resolve(values.older),
  )
  const servers = laboratory.servers.length
  const run = await runFaults(rolling === null ? chosenOf(clusterFaults) : [rollingRestart], size, laboratory)
  const { copied, late } = laboratory
  const notes = [
    `Standbys that had to be copied anew, since they could not follow: ${copied.length}.`,
    ...late.map(
      ({ machine, ms, log }) =>
        `Without a watchdog, ${machine} took changes as a former primary for ${(ms / 1_000).toFixed(1)} s:\n\n${log}`,
    ),
  ]
  return { run, servers, leftOut: [], notes }
}

function chosenOf<Any extends { name: string }>(all: readonly Any[]): Any[] {
  const unknown = names?.find((name) => !all.some((fault) => fault.name === name))
  if (unknown !== undefined)
    throw new Error(
      `No fault "${unknown}". There are: ${[...new Set(all.map(({ name }) => name))].join(', ')}`,
    )
  return all.filter(({ name }) => names?.includes(name) ?? true)
}
