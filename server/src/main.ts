import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { loopbackOf } from './demo/loopback.ts'
import { prepareDemo } from './demo/prepare-demo.ts'
import { runToday } from './demo/run-today.ts'
import { forgetBookingLeftovers } from './modules/booking/index.ts'
import { ensureFirstManager, forgetIdentityLeftovers } from './modules/identity/index.ts'
import {
  chainAudit,
  checkChain,
  checkNewBlocks,
  mailMonthlyReports,
  rollUp,
  sayChainHead,
} from './modules/insights/index.ts'
import { loadAnalytes } from './modules/laboratory/index.ts'
import { deliverOutbox, escalateCallbacks, planReminders } from './modules/notifications/index.ts'
import { compareAllPatients } from './modules/patients/index.ts'
import { startForecaster, tendQueues } from './modules/queue/index.ts'
import { loadCatalogue } from './modules/sites/index.ts'
import { systemClock } from './platform/clock.ts'
import type { Context } from './platform/context.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { type Jobs, startJobs } from './platform/jobs.ts'
import { forgetFullLimits } from './platform/limits.ts'
import { openLive } from './platform/live/listener.ts'
import { createLog } from './platform/log.ts'
import { isMigrated, migrate } from './platform/migrate.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { StartupError } from './platform/startup-error.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function start(): Promise<() => Promise<void>> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log, onFailure: fail })
  const closing: (() => Promise<unknown>)[] = embedded ? [() => embedded.stop()] : []
  const close = async () => {
    for (const step of closing.splice(0).reverse()) {
      await step().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
    }
  }
  try {
    const connection = embedded ? embedded.connection : { url: config.databaseUrl ?? '' }
    const pool = openPool(connection, log)
    closing.push(() => pool.end())
    const fresh = await migrate(pool)
    if (fresh.length > 0) log.info({ migrations: fresh }, 'the database was brought to this version')

    let jobs: Jobs | null = null
    const db = openDatabase(pool)
    const base = { db, clock: systemClock, config, log, wakeOutbox: () => jobs?.wake('deliver-outbox') }
    const context: Context = { ...base, network: 'local', actor: null }
    await loadCatalogue(context)
    await loadAnalytes(context)
    const demo = config.demo && (await prepareDemo(context, pool, say))
    const setUpLink = await ensureFirstManager(context)

    jobs = await startJobs(
      pool,
      [
        { name: 'deliver-outbox', run: () => deliverOutbox(context), every: '* * * * *' },
        { name: 'plan-reminders', run: () => planReminders(context), every: '* * * * *' },
        { name: 'escalate-callbacks', run: () => escalateCallbacks(context), every: '* * * * *' },
        { name: 'forget-booking-leftovers', run: () => forgetBookingLeftovers(context), every: '* * * * *' },
        {
          name: 'forget-identity-leftovers',
          run: () => forgetIdentityLeftovers(context),
          every: '7 * * * *',
        },
        { name: 'tend-queues', run: () => tendQueues(context), every: '* * * * *' },
        { name: 'forget-full-limits', run: () => forgetFullLimits(context), every: '*/10 * * * *' },
        { name: 'roll-up', run: () => rollUp(context), every: '* * * * *' },
        { name: 'mail-monthly-reports', run: () => mailMonthlyReports(context), every: '*/10 * * * *' },
        { name: 'chain-audit', run: async () => void (await chainAudit(context)), every: '* * * * *' },
        { name: 'check-new-audit', run: () => checkNewBlocks(context), every: '*/5 * * * *' },
        { name: 'check-audit', run: async () => void (await checkChain(context)), every: '17 2 * * *' },
        { name: 'compare-patients', run: () => compareAllPatients(context), every: '41 1 * * *' },
        { name: 'say-audit-head', run: () => sayChainHead(context), every: '0 6 * * *' },
      ],
      log,
    )
    closing.push(() => jobs?.stop() ?? Promise.resolve())

    const live = openLive(connection, log)
    closing.push(() => live.close())
    const forecaster = startForecaster(base, live)
    closing.push(() => forecaster.close())
    const app = await createApp(base, () => isMigrated(pool), live, forecaster)
    closing.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    jobs.wake('deliver-outbox')
    say(`Phial is ready at ${config.publicUrl}`)
    if (config.demo && demo) {
      const { speed, signIns } = config.demo
      for (const one of signIns) say(`Demo sign-in, ${one.role}: ${one.email}, ${one.password}`)
      const today = runToday(context, { url: loopbackOf(app.server.address()), speed, ...demo })
      closing.push(() => today.stop())
    }
    if (setUpLink) say(`No manager yet. Create the first one here, once: ${setUpLink}`)
    return close
  } catch (error) {
    await close()
    throw error
  }
}

function fail(error: unknown): never {
  if (error instanceof StartupError) {
    process.stderr.write(`${error.message}\n`)
  } else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    process.stderr.write('The port is taken by another program. Set PORT to a free one.\n')
  } else {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  }
  process.exit(1)
}

const running = start()
running.catch(fail)

let askedAt: number | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    const now = systemClock.now().getTime()
    if (askedAt === null) {
      askedAt = now
      running.then((close) => close()).then(() => process.exit(0), fail)
    } else if (now - askedAt > 1_000) {
      // Asked again means now. Within a second it is one Ctrl-C that came both from the terminal and through npm.
      process.exit(1)
    }
  })
}
