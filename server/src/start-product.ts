import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { setDemoClock } from './demo/demo-clock.ts'
import { loopbackOf } from './demo/loopback.ts'
import { prepareDemo } from './demo/prepare-demo.ts'
import { runToday } from './demo/run-today.ts'
import { tell } from './handlers.ts'
import { findMasterKey } from './master-key.ts'
import { ensureFirstManager, forgetAccessLeftovers } from './modules/access/index.ts'
import { sendCaseNotices, sendToDhis2 } from './modules/authorities/index.ts'
import { holdBackups } from './modules/backups/index.ts'
import { checkChairDays, forgetBookingLeftovers, tellDueTests } from './modules/booking/index.ts'
import { loadAnalytes, loadCatalogue } from './modules/catalogue/index.ts'
import { eraseAgain, eraseUnusedAccounts, listErasures, tellWaitingWishes } from './modules/erasures/index.ts'
import {
  forgetExpiredTokens,
  forgetOldDeliveries,
  holdHl7Connections,
  holdWebhooks,
} from './modules/fhir/index.ts'
import {
  chainAudit,
  checkChain,
  checkNewBlocks,
  mailMonthlyReports,
  rollUp,
  sayChainHead,
} from './modules/insights/index.ts'
import { holdInstruments, tellDueCare, tellHeld } from './modules/instruments/index.ts'
import { tellLateReferrals } from './modules/laboratory/index.ts'
import { loadMicrobiology } from './modules/microbiology/index.ts'
import { confirmOnline } from './modules/money/index.ts'
import { deliverOutbox, escalateCallbacks, planReminders } from './modules/notifications/index.ts'
import { createCertificates, watchMachine, watchParts } from './modules/operations/index.ts'
import { compareAllPersons } from './modules/people/index.ts'
import { startForecaster, tendQueues } from './modules/queue/index.ts'
import { deleteExpiredRows } from './modules/retention/index.ts'
import { tellLowStock } from './modules/stock/index.ts'
import { hashImportRows } from './modules/transfer/index.ts'
import { shiftedClock, systemClock } from './platform/clock.ts'
import type { Context } from './platform/context.ts'
import { cutConnections, type Db, openDatabase, openPool } from './platform/database.ts'
import { noteRuns } from './platform/job-runs.ts'
import { type Jobs, startJobs } from './platform/jobs.ts'
import { forgetFullLimits } from './platform/limits.ts'
import { openLive } from './platform/live/listener.ts'
import { createLog, type Log } from './platform/log.ts'
import { isMigrated } from './platform/migrate.ts'
import { measurePool } from './platform/pool-waits.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts'
import { type Replica, watchReplica } from './platform/replica.ts'
import { holdDataKeys } from './platform/vault/data-keys.ts'
import { encryptRows } from './platform/vault/encrypt-rows.ts'
import { Vault } from './platform/vault/vault.ts'
import { asOwner, connectionsOf, prepareDatabase } from './prepare-database.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** `atOnce`: does not wait `DRAIN_SECONDS` for proxies to notice. */
export type Stop = (how: { atOnce: boolean }) => Promise<void>

/**
 * Starts the product with the settings of the environment. `fail` is called if its embedded database has stopped and cannot be started
 * again: the process must then end.
 */
export async function startProduct(fail: (error: unknown) => void): Promise<Stop> {
  const config = readConfig()
  // Before anything that may be traced. Without the setting the SDK is not loaded.
  const traces =
    config.traces &&
    (await import('./platform/traces/otlp.ts')).startTraces(config.traces, (reason) =>
      log.warn({ reason }, 'traces could not be sent'),
    )
  const log = createLog(config.logLevel)
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: config.dataDir, log, onFailure: fail })
  const closing: (() => Promise<unknown>)[] = embedded ? [() => embedded.stop()] : []
  if (traces) closing.unshift(() => traces.stop())
  const close = async () => {
    for (const step of closing.splice(0).reverse()) {
      await step().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'))
    }
  }
  try {
    const { connection, owner } = embedded ?? connectionsOf(config)
    const pool = openPool(connection, log)
    measurePool(pool)
    closing.push(() => pool.end())

    let jobs: Jobs | null = null
    const demoClock = config.demo && shiftedClock(systemClock)
    const clock = demoClock ?? systemClock
    const vault = new Vault(clock)
    const db = openDatabase(pool, vault)
    const replica = openReplica(config, db, vault, log)
    if (replica) closing.push(() => replica.close())
    const base = {
      db,
      clock,
      config,
      log,
      wakeOutbox: () => jobs?.wake('deliver-outbox'),
      tell,
      replica,
    }
    const context: Context = { ...base, network: 'local', actor: null }
    const { demo, dataKeys } = await asOwner(owner, log, async (ownerPool) => {
      const masterKey = await findMasterKey(config, ownerPool)
      const fresh = await prepareDatabase(ownerPool, pool, (line) => log.info(line))
      if (fresh.length > 0) log.info({ migrations: fresh }, 'the database was brought to this version')
      if (demoClock) await setDemoClock(context.db, demoClock)
      const dataKeys = await holdDataKeys(base, vault, masterKey)
      closing.push(async () => dataKeys?.stop())
      await loadCatalogue(context)
      await loadAnalytes(context)
      await loadMicrobiology(context)
      return { dataKeys, demo: config.demo && (await prepareDemo(context, ownerPool, say)) }
    })
    const setUpLink = await ensureFirstManager(context)
    // Before the jobs send anything. They try again what fails here.
    await eraseAgain(context).catch((error: unknown) =>
      log.error({ err: error }, 'not all persons who were erased before a restore were erased again'),
    )

    const certificates = createCertificates(config)
    jobs = await startJobs(
      connection,
      await noteRuns(context, [
        { name: 'deliver-outbox', run: () => deliverOutbox(context), every: '* * * * *' },
        { name: 'plan-reminders', run: () => planReminders(context), every: '* * * * *' },
        { name: 'escalate-callbacks', run: () => escalateCallbacks(context), every: '* * * * *' },
        { name: 'tell-held-values', run: () => tellHeld(context), every: '*/5 * * * *' },
        { name: 'tell-due-care', run: () => tellDueCare(context), every: '19 * * * *' },
        { name: 'tell-low-stock', run: () => tellLowStock(context), every: '*/5 * * * *' },
        { name: 'tell-late-referrals', run: () => tellLateReferrals(context), every: '*/10 * * * *' },
        { name: 'erase-again', run: () => eraseAgain(context), every: '37 * * * *' },
        { name: 'tell-waiting-wishes', run: () => tellWaitingWishes(context), every: '31 * * * *' },
        { name: 'forget-booking-leftovers', run: () => forgetBookingLeftovers(context), every: '* * * * *' },
        {
          name: 'forget-access-leftovers',
          run: () => forgetAccessLeftovers(context),
          every: '7 * * * *',
        },
        { name: 'forget-api-tokens', run: () => forgetExpiredTokens(context), every: '13 * * * *' },
        { name: 'forget-webhook-deliveries', run: () => forgetOldDeliveries(context), every: '23 3 * * *' },
        { name: 'delete-expired-rows', run: () => deleteExpiredRows(context), every: '11 3 * * *' },
        { name: 'erase-unused-accounts', run: () => eraseUnusedAccounts(context), every: '47 3 * * *' },
        { name: 'tell-due-tests', run: () => tellDueTests(context), every: '*/10 * * * *' },
        { name: 'confirm-online-payments', run: () => confirmOnline(context), every: '*/2 * * * *' },
        { name: 'send-to-dhis2', run: () => sendToDhis2(context), every: '* * * * *' },
        { name: 'send-case-notices', run: () => sendCaseNotices(context), every: '* * * * *' },
        { name: 'tend-queues', run: () => tendQueues(context), every: '* * * * *' },
        {
          name: 'encrypt-fields',
          run: async () => {
            await dataKeys?.addWhenOld()
            await encryptRows(context)
            await hashImportRows(context.db)
          },
          every: '* * * * *',
        },
        { name: 'forget-full-limits', run: () => forgetFullLimits(context), every: '*/10 * * * *' },
        { name: 'roll-up', run: () => rollUp(context), every: '* * * * *' },
        { name: 'mail-monthly-reports', run: () => mailMonthlyReports(context), every: '*/10 * * * *' },
        { name: 'chain-audit', run: () => chainAudit(context), every: '* * * * *' },
        { name: 'check-new-audit', run: () => checkNewBlocks(context), every: '*/5 * * * *' },
        { name: 'check-audit', run: () => checkChain(context), every: '17 2 * * *' },
        { name: 'check-chair-days', run: () => checkChairDays(context), every: '29 2 * * *' },
        { name: 'compare-persons', run: () => compareAllPersons(context), every: '41 1 * * *' },
        {
          name: 'watch-parts',
          run: async () => watchParts(context, await certificates.read()),
          every: '* * * * *',
        },
        { name: 'say-audit-head', run: () => sayChainHead(context), every: '0 6 * * *' },
      ]),
      log,
      // Statements of jobs and requests still wait on other connections that do not answer either.
      () => cutConnections(pool),
    )
    closing.push(() => jobs?.stop() ?? Promise.resolve())

    const leaving = new AbortController()
    const whyNotReady = async () => {
      if (leaving.signal.aborted) return 'the process is stopping'
      if (!(await isMigrated(pool))) return 'the database is not of this version'
      return jobs?.areRunning() ? null : 'the jobs are not running'
    }
    const live = openLive(connection, log)
    closing.push(() => live.close())
    const forecaster = startForecaster(base, live)
    closing.push(() => forecaster.close())
    const app = await createApp(base, whyNotReady, live, forecaster, leaving.signal)
    closing.push(() => app.close())
    await app.listen({ port: config.port, host: config.host })
    const machine = watchMachine(base)
    closing.push(() => machine.stop())
    const instruments = holdInstruments(context)
    closing.push(() => instruments.stop())
    const hospitals = holdHl7Connections(context)
    closing.push(() => hospitals.stop())
    const webhooks = holdWebhooks(context, live)
    closing.push(() => webhooks.stop())
    const backup = embedded?.backup ?? (config.backups?.databaseUrl && { url: config.backups.databaseUrl })
    if (config.backups && backup) {
      const settings = config.backups
      const means = { db, clock: systemClock, log, connection: backup, settings, listErasures }
      const backups = holdBackups(means)
      closing.push(() => backups.stop())
    }
    jobs.wake('deliver-outbox')
    say(`Phial is ready at ${config.publicUrl}`)
    if (config.demo && demo && demoClock) {
      const { speed, signIns } = config.demo
      for (const one of signIns) say(`Demo sign-in, ${one.role}: ${one.email}, ${one.password}`)
      const url = loopbackOf(app.server.address())
      const today = runToday(context, { url, speed, ...demo, skipTo: demoClock.shiftTo })
      closing.push(() => today.stop())
    }
    if (setUpLink) say(`No manager yet. Create the first one here, once: ${setUpLink}`)
    return async ({ atOnce }) => {
      leaving.abort()
      if (!atOnce) await sleep(config.drainSeconds * 1_000)
      await close()
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The watched replica, if the settings name one. */
function openReplica({ databaseReadUrl }: Config, primary: Db, vault: Vault, log: Log): Replica | undefined {
  if (databaseReadUrl === null) return undefined
  const pool = openPool({ url: databaseReadUrl }, log, 8, true)
  const replica = watchReplica(primary, openDatabase(pool, vault), log)
  return {
    ...replica,
    async close() {
      await replica.close()
      await pool.end()
    },
  }
}
