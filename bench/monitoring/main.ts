import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endProcess, freePort } from '../../server/tests/product-process.ts'
import { until } from '../faults/until.ts'
import { closeLaboratories, openLaboratory } from '../laboratory.ts'

/**
 * `npm run monitoring`: checks the alerts and dashboards of `deploy/` with promtool, and with a Prometheus that scrapes a server. Takes
 * about five minutes. Ends with exit code 1 if promtool finds a fault, if an expression fails, or if `PhialDown` does not fire after the
 * server was killed.
 */
const missing = ['prometheus', 'promtool'].filter((name) => !existsSync(`/usr/bin/${name}`))
if (missing.length > 0) {
  console.error('Prometheus is missing (Debian 12): apt-get install --no-install-recommends prometheus')
  process.exit(1)
}

const token = 'a-token-for-trying-the-metrics'
const folder = mkdtempSync(join(tmpdir(), 'phial-monitoring-'))
const config = join(folder, 'prometheus.yml')
const failures: string[] = []
const port = await freePort()
const closing: (() => unknown)[] = [closeLaboratories, () => rmSync(folder, { recursive: true, force: true })]
try {
  const { server } = await openLaboratory({ METRICS_TOKEN: token })
  writeConfig(server.url.replace('http://', ''))
  const prometheus = startPrometheus()
  closing.unshift(() => endProcess(prometheus, 'SIGTERM'))
  await waitUntil('the server is scraped', async () => (await query('up{job="phial"}'))[0]?.value[1] === '1')
  await checkDashboards()
  await waitUntil('each rule was evaluated', async () =>
    (await rules()).every(({ health, lastError }) => health === 'ok' || lastError),
  )
  for (const { name, health, lastError } of await rules())
    if (health !== 'ok') failures.push(`${name}: ${lastError}`)
  process.kill(server.pid, 'SIGKILL')
  await waitUntil('PhialDown fires', async () =>
    (await rules()).some(({ name, state }) => name === 'PhialDown' && state === 'firing'),
  )
} catch (error) {
  failures.push(error instanceof Error ? error.message : String(error))
} finally {
  for (const close of closing) await close()
}
for (const failure of failures) console.error(failure)
console.log(failures.length === 0 ? 'Alerts and dashboards work.' : `${failures.length} failures`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Writes the configuration of `deploy/prometheus` with the address and token of this server, and checks it with promtool. */
function writeConfig(address: string): void {
  cpSync('deploy/prometheus', folder, { recursive: true })
  writeFileSync(join(folder, 'phial-metrics-token'), token)
  writeFileSync(config, readFileSync(config, 'utf8').replace('127.0.0.1:3000', address))
  for (const args of [
    ['check', 'config', 'prometheus.yml'],
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
  ])
    execFileSync('promtool', args, { cwd: folder, stdio: 'inherit' })
}

function startPrometheus() {
  return spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
}

/** Queries each expression of the dashboards, on the server and the values of an empty laboratory. */
async function checkDashboards(): Promise<void> {
  for (const file of globSync('deploy/grafana/*.json')) {
    const { panels } = JSON.parse(readFileSync(file, 'utf8'))
    for (const { title, targets = [] } of panels)
      for (const { expr } of targets)
        await query(expr).catch((error: unknown) => failures.push(`${file}, ${title}: ${error}`))
  }
}

async function ask<Data>(path: string): Promise<Data> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)
  const { data, error } = (await answer.json()) as { data?: Data; error?: string }
  if (data === undefined) throw new Error(error)
  return data
}

async function query(expression: string) {
  type Series = { value: [number, string] }
  return (await ask<{ result: Series[] }>(`query?query=${encodeURIComponent(expression)}`)).result
}

type Rule = { name: string; state: string; health: string; lastError?: string }
async function rules(): Promise<Rule[]> {
  return (await ask<{ groups: { rules: Rule[] }[] }>('rules')).groups.flatMap((group) => group.rules)
}

/** Waits for at most five minutes: an alert fires two minutes after its condition is met. */
function waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
  console.log(`Waiting until ${what}`)
  return until(isSo, () => `Never: ${what}`, 300_000)
}
