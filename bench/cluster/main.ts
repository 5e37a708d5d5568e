import { parseArgs } from 'node:util'
import { closeCluster, openCluster, removeRemains } from './cluster.ts'
import { whyNoCluster } from './needs.ts'

/** `npm run cluster [-- --not-strict]`: builds the cluster of docs/guide/cluster.md on this machine, until Ctrl-C. */
const { values } = parseArgs({ options: { 'not-strict': { type: 'boolean', default: false } } })
const missing = whyNoCluster()
if (missing !== null) {
  console.error(missing)
  process.exit(1)
}
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    if (isStopping) return
    isStopping = true
    await closeCluster()
    process.exit(0)
  })
}
await removeRemains()
const cluster = await openCluster({ strict: !values['not-strict'], tell: (line) => console.log(line) }).catch(
  (error: unknown) => {
    // What is being opened fails when it is closed.
    if (!isStopping) throw error
    return new Promise<never>(() => {})
  },
)
const roles = new Map((await cluster.members()).map(({ name, role }) => [name, role]))
console.log(
  [
    '',
    ...cluster.urls.map((url, index) => `proxy${index + 1}  ${url}`),
    ...cluster.servers.map(({ url }, index) => `app${index + 1}    ${url}`),
    ...cluster.databases.map(({ name, address }) => `${name}     ${address}:5432  ${roles.get(name)}`),
    '',
    `On a machine: ${cluster.databases[0]?.inside('postgres').join(' ')} patronictl -c ${cluster.databases[0]?.data.replace(/data$/, 'patroni.yml')} list`,
    ...cluster.servers.flatMap((server) => server.output().match(/No manager yet.*/g) ?? []).slice(-1),
    'Ctrl-C ends it and removes everything.',
  ].join('\n'),
)
// The servers and their pipes keep this process running.
