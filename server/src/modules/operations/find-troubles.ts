import type { StatusPart, TroubleCode } from '#contract/status.ts'
import { readBackupState } from '#server/modules/backups/index.ts'
import { days, hours, minutes, seconds } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { readEncryptionState } from '#server/platform/vault/encrypt-rows.ts'
import type { Certificate } from './certificates.ts'
import * as measures from './queries-measures.ts'
import { listReports, usesPush } from './queries-troubles.ts'

export type Found = { part: StatusPart; code: TroubleCode; about: string; value: number }
/** The troubles, the figures of parts that work, and the parts that are not used. */
export type Findings = {
  found: Found[]
  figures: Partial<Record<StatusPart, Record<string, number>>>
  unused: StatusPart[]
  /** Servers that no longer report: their troubles stay open, since nothing new is known. */
  silent: string[]
}
/** Whether this trouble is open. Its limit for the end differs from the one for the beginning, so that it does not come and go. */
export type IsOpen = (code: TroubleCode, about: string) => boolean

const limits = {
  disk: { begins: 0.1, ends: 0.12 },
  clock: { begins: 1, ends: 0.5 },
  answer: 1,
  late: 0.5,
  poolWait: 1,
  replica: 60,
  job: minutes(10) / 1_000,
  overdue: minutes(5) / 1_000,
  failed: 10,
  held: hours(4) / 1_000,
  unread: 50,
  payment: hours(2) / 1_000,
  certificate: days(14) / 1_000,
  unchecked: hours(1) / 1_000,
  transactions: 1e9,
}

type Means = Pick<Context, 'db' | 'clock' | 'config'>

/** What is wrong just now. The limits are those of the alerts in `deploy/prometheus/`, or tighter. */
export async function findTroubles(
  means: Means,
  isOpen: IsOpen,
  certificates: readonly Certificate[],
): Promise<Findings> {
  const found: Found[] = []
  const add = (part: StatusPart, code: TroubleCode, value: number, is: boolean, about = '') => {
    if (is) found.push({ part, code, about, value })
  }
  const { db, clock, config } = means
  const now = clock.now()
  const secondsSince = (at: Date) => (now.getTime() - at.getTime()) / seconds(1)

  const since = performance.now()
  const database = await measures.readDatabase(db)
  const answer = (performance.now() - since) / 1_000
  add('database', 'database_slow', answer, answer > limits.answer)
  add('database', 'transactions_old', database?.age ?? 0, (database?.age ?? 0) > limits.transactions)
  for (const { replica, seconds: behind } of await measures.readReplicas(db)) {
    add('database', 'replica_behind', behind ?? 0, (behind ?? 0) > limits.replica, replica ?? '')
  }
  const astray = (await measures.readChairDays(db))?.astray ?? 0
  add('database', 'chair_days_astray', astray, astray > 0)

  const reports = await listReports(db)
  for (const { server, silentFor, ...said } of reports) {
    if (silentFor !== null) {
      add('servers', 'server_silent', silentFor, true, server)
      continue
    }
    add('servers', 'server_late', said.late, said.late > limits.late, server)
    add('servers', 'pool_full', said.poolWait, said.poolWait > limits.poolWait, server)
    const free = said.diskFree / said.diskTotal
    const leastFree = isOpen('disk_low', server) ? limits.disk.ends : limits.disk.begins
    add('disk', 'disk_low', free, free < leastFree, server)
    const off = Math.abs(said.clockAhead)
    const mostOff = isOpen('clock_off', server) ? limits.clock.ends : limits.clock.begins
    add('clock', 'clock_off', said.clockAhead, off > mostOff, server)
    add('clock', 'clock_unsynchronized', 0, said.clockSynchronized === false, server)
  }

  const backups = await readBackupState(means)
  const is = (...troubles: (typeof backups.troubles)[number][]) =>
    troubles.some((one) => backups.troubles.includes(one))
  add('backups', 'backup_failed', 0, is('copy_failed'))
  add('backups', 'backup_unproved', 0, is('proof_failed', 'unproved'))
  add('backups', 'archive_behind', 0, is('archive_behind'))
  const { offsite } = backups
  add('backups', 'offsite_behind', 0, is('offsite_behind'), offsite?.place)
  add('backups', 'offsite_unproved', 0, is('offsite_proof_failed', 'offsite_unproved'), offsite?.place)

  const encryption = await readEncryptionState(db, now)

  const jobs = await measures.readJobs(db, now)
  for (const { name, lag, failing } of jobs) {
    add('jobs', 'job_failing', 0, failing, name)
    add('jobs', 'job_late', lag, !failing && lag > limits.job, name)
  }

  for (const { channel, due, oldest, failed } of await measures.readMessages(db, now)) {
    const part = channel as 'email' | 'sms' | 'push'
    add(part, 'messages_overdue', oldest, due > 0 && oldest > limits.overdue, channel)
    add(part, 'messages_failed', failed, failed >= limits.failed, channel)
  }

  const analysers = await measures.readAnalysers(db, now)
  const [live = 0, apart = 0, unread = 0, held = 0] = analysers
    ? [analysers.live, analysers.apart, analysers.unread, analysers.held]
    : []
  add('analysers', 'analysers_apart', apart, apart > 0)
  add('analysers', 'analyser_messages_unread', unread, unread > limits.unread)
  add('analysers', 'values_held', held, (analysers?.oldest ?? 0) > limits.held)

  const payments = await measures.readPayments(db, now)
  add('payments', 'payments_open', payments?.open ?? 0, (payments?.oldest ?? 0) > limits.payment)
  const webhooks = await measures.readWebhooks(db, now)
  add('webhooks', 'webhooks_off', webhooks?.off ?? 0, (webhooks?.off ?? 0) > 0)
  add('webhooks', 'webhooks_failing', webhooks?.failing ?? 0, (webhooks?.failing ?? 0) > 0)

  for (const { name, validUntil } of certificates) {
    const left = -secondsSince(validUntil)
    add('certificates', 'certificate_expires', left, left < limits.certificate, name)
  }

  const audit = await measures.readAudit(db)
  add('audit', 'audit_broken', 1, (audit?.break ?? null) !== null)
  const unchecked = audit ? secondsSince(audit.checkedAt) : 0
  add('audit', 'audit_unchecked', unchecked, unchecked > limits.unchecked)

  const speaking = reports.filter(({ silentFor }) => silentFor === null)
  const firstExpiry = Math.min(...certificates.map(({ validUntil }) => -secondsSince(validUntil)))
  return {
    found,
    figures: {
      database: { bytes: database?.bytes ?? 0 },
      servers: { count: speaking.length },
      disk:
        speaking.length > 0 ? { free: Math.min(...speaking.map((one) => one.diskFree / one.diskTotal)) } : {},
      backups: {
        ...(backups.proved && { proved: secondsSince(new Date(backups.proved.at)) }),
        ...(offsite?.until && { offsite: secondsSince(new Date(offsite.until)) }),
      },
      encryption: encryption
        ? {
            key: encryption.keyNumber,
            used: secondsSince(encryption.usedFrom),
            ...(encryption.rowsLeft !== null && { count: encryption.rowsLeft }),
          }
        : {},
      jobs: { count: jobs.length },
      analysers: { count: live },
      webhooks: { count: webhooks?.live ?? 0 },
      certificates: certificates.length > 0 ? { left: firstExpiry } : {},
      audit: audit ? { blocks: audit.blocks } : {},
    },
    unused: [
      ...(backups.state === 'on' ? [] : ['backups' as const]),
      ...(encryption ? [] : ['encryption' as const]),
      ...(config.sms === null ? ['sms' as const] : []),
      ...(config.mail.smtpUrl === null ? ['email' as const] : []),
      ...((await usesPush(db)) ? [] : ['push' as const]),
      ...(live === 0 ? ['analysers' as const] : []),
      ...(config.payments === null ? ['payments' as const] : []),
      ...((webhooks?.live ?? 0) + (webhooks?.off ?? 0) === 0 ? ['webhooks' as const] : []),
      ...(certificates.length === 0 ? ['certificates' as const] : []),
    ],
    silent: reports.filter(({ silentFor }) => silentFor !== null).map(({ server }) => server),
  }
}
