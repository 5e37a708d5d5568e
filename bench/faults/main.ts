import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { closeLaboratories, migratedDataDir, removeRemains as removeFolders } from '../laboratory.ts'
import { table } from '../markdown-table.ts'
import { whyNot } from './kinds/fault.ts'
import { faults } from './kinds.ts'
import { removeRemains } from './remains.ts'
import { rowsOfFailures, rowsOfFaults, rowsOfLeftOut, rowsOfOperations, rowsOfVerdicts } from './report.ts'
import { runFaults } from './run.ts'

/**
 * `npm run faults [-- --minutes 10] [--operations 100000] [--clients 50] [--servers 2] [--hold 3] [--pause 3]
 * [--only "failover,full disk"] [--out file]`: clients book while servers, database, network, disk and clock fail. Ends after the
 * minutes or the operations, whichever is first, with exit code 1 if an acknowledged change is lost or made twice.
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
    out: { type: 'string', default: 'faults-report/faults.md' },
  },
})
const number = (name: 'minutes' | 'operations' | 'clients' | 'servers' | 'hold' | 'pause') => {
  const value = Number(values[name])
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0`)
  return value
}
const size = {
  minutes: number('minutes'),
  operations: number('operations'),
  clients: number('clients'),
  servers: number('servers'),
  hold: number('hold'),
  pause: number('pause'),
  tell: (fault: string) => console.error(fault),
}
const names = values.only?.split(',').map((name) => name.trim())
const unknown = names?.find((name) => !faults.some((fault) => fault.name === name))
if (unknown !== undefined)
  throw new Error(`No fault "${unknown}". There are: ${faults.map(({ name }) => name).join(', ')}`)
const chosen = faults.filter(({ name }) => names?.includes(name) ?? true)
const possible = chosen.filter((fault) => whyNot(fault) === null)
const leftOut = chosen.filter((fault) => whyNot(fault) !== null)

removeRemains()
removeFolders()
const loadBefore = loadavg()[0] ?? 0
const installed = await migratedDataDir()
try {
  const run = await runFaults(possible, size, installed)
  const broken = run.verdicts.filter(({ findings }) => findings.length > 0)
  const count = run.history.operations.length
  const text = [
    `# Faults: ${broken.length === 0 ? 'every rule held' : `${broken.length} rules were broken`}`,
    `${count} operations of ${size.clients} clients on ${size.servers} servers in ${Math.round(run.seconds)} s, ${run.strikes.length} faults. ${availableParallelism()} cores (${cpus()[0]?.model}), load ${loadBefore.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after; ${new Date().toISOString().slice(0, 10)}.`,
    '## Rules',
    table(rowsOfVerdicts(run)),
    '## Faults',
    'For each fault: the longest time without an acknowledged write until the next fault, the answers 503, and the requests without an answer.',
    table(rowsOfFaults(run)),
    ...(leftOut.length > 0 ? [table(rowsOfLeftOut(leftOut))] : []),
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
  rmSync(installed, { recursive: true, force: true })
  await closeLaboratories()
}
