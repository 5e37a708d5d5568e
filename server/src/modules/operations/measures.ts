import { readBackupState } from '#server/modules/backups/index.ts'
import type { MeasureGroup } from '#server/platform/http/metrics.ts'
import type { Base } from '#server/platform/http/serve.ts'
import { readEncryptionState } from '#server/platform/vault/encrypt-rows.ts'
import type { Certificates } from './certificates.ts'
import * as queries from './queries-measures.ts'
import { readClockOffset, readDisk } from './read-machine.ts'

/** The values of `/metrics` that are read at each scrape. */
export function measuresOf(
  base: Pick<Base, 'db' | 'clock' | 'config'>,
  certificates: Certificates,
): MeasureGroup[] {
  const { db, clock, config } = base
  const now = () => clock.now()
  return [
    {
      name: 'messages',
      measures: {
        phial_outbox_due: ['Messages that are due and not sent yet', 'channel'],
        phial_outbox_overdue_seconds: ['For how long the oldest due message has been waiting', 'channel'],
        phial_messages_failed: ['Messages of the last 24 hours that have failed', 'channel'],
      },
      read: async () =>
        (await queries.readMessages(db, now())).flatMap(({ channel, due, oldest, failed }) => [
          ['phial_outbox_due', due, { channel }],
          ['phial_outbox_overdue_seconds', oldest, { channel }],
          ['phial_messages_failed', failed, { channel }],
        ]),
    },
    {
      name: 'queue',
      measures: {
        phial_queue_people: ['People in the queues of all sites by state', 'state'],
        phial_queue_longest_wait_seconds: ['Longest time that a person who waits now has been in a queue'],
        phial_forecast_ended: ['Waits that ended in the last hour and had a forecast'],
        phial_forecast_error_minutes: [
          'Mean difference between waits that ended in the last hour and their forecasts',
        ],
        phial_forecast_within_ratio: [
          'Share of waits that ended in the last hour within the range that was shown',
        ],
      },
      async read() {
        const queue = await queries.readQueues(db, now())
        const forecasts = await queries.readForecasts(db, now())
        const states = (['waiting', 'called', 'serving'] as const).map(
          (state) => ['phial_queue_people', queue?.[state] ?? null, { state }] as const,
        )
        return [
          ...states,
          ['phial_queue_longest_wait_seconds', queue?.longest ?? null],
          ['phial_forecast_ended', forecasts?.ended ?? null],
          ['phial_forecast_error_minutes', forecasts?.error ?? null],
          ['phial_forecast_within_ratio', forecasts?.within ?? null],
        ]
      },
    },
    {
      name: 'analysers',
      measures: {
        phial_analysers_live: ['Analysers in use'],
        phial_analysers_with_trouble: ['Analysers in use whose connection has trouble'],
        phial_analyser_messages_unread: ['Messages of analysers that are received and not processed'],
        phial_analyser_values_held: ['Values of analysers that are held'],
        phial_analyser_values_held_seconds: ['For how long the oldest held value has been held'],
      },
      async read() {
        const row = await queries.readAnalysers(db, now())
        return [
          ['phial_analysers_live', row?.live ?? null],
          ['phial_analysers_with_trouble', row?.apart ?? null],
          ['phial_analyser_messages_unread', row?.unread ?? null],
          ['phial_analyser_values_held', row?.held ?? null],
          ['phial_analyser_values_held_seconds', row?.oldest ?? null],
        ]
      },
    },
    {
      name: 'jobs',
      measures: {
        phial_job_lag_seconds: ['For how long the next successful run of the job has been overdue', 'task'],
        phial_job_failing: ['Whether the last run of the job has failed', 'task'],
        phial_job_last_success_timestamp_seconds: ['When the job succeeded last', 'task'],
        phial_job_last_failure_timestamp_seconds: ['When the job failed last', 'task'],
      },
      read: async () =>
        (await queries.readJobs(db, now())).flatMap((row) => {
          const labels = { task: row.name }
          return [
            ['phial_job_lag_seconds', row.lag, labels],
            ['phial_job_failing', Number(row.failing), labels],
            ['phial_job_last_success_timestamp_seconds', secondsOf(row.succeededAt), labels],
            ['phial_job_last_failure_timestamp_seconds', secondsOf(row.failedAt), labels],
          ] as const
        }),
    },
    {
      name: 'database',
      measures: {
        phial_database_bytes: ['Size of the database'],
        phial_database_transaction_age: [
          'Transactions since the oldest that is not frozen; at 2 billion the database stops',
        ],
        phial_replica_behind_seconds: ['For how long a replica has not replayed what was written', 'replica'],
        phial_replica_behind_bytes: ['What a replica has not replayed yet', 'replica'],
        phial_replicas: ['Connected replicas'],
        phial_database_is_replica: ['Whether this process works with a replica'],
      },
      async read() {
        const row = await queries.readDatabase(db)
        const replicas = await queries.readReplicas(db)
        return [
          ['phial_database_bytes', row?.bytes ?? null],
          ['phial_database_transaction_age', row?.age ?? null],
          ['phial_database_is_replica', row ? Number(row.isReplica) : null],
          ['phial_replicas', replicas.length],
          ...replicas.flatMap(({ replica, seconds, bytes }) => {
            const labels = { replica: replica ?? 'unknown' }
            return [
              ['phial_replica_behind_seconds', seconds ?? (bytes === null ? null : 0), labels],
              ['phial_replica_behind_bytes', bytes, labels],
            ] as const
          }),
        ]
      },
    },
    {
      name: 'connected services',
      measures: {
        phial_payments_open: ['Payments through the service whose outcome is not known yet'],
        phial_payments_open_seconds: ['For how long the oldest open payment has been open'],
        phial_webhooks_off: ['Webhooks that were turned off after a day of failures'],
        phial_webhooks_failing: ['Webhooks whose last attempt failed'],
        phial_webhook_deliveries_due: ['Deliveries of webhooks that are due and not sent yet'],
        phial_webhook_deliveries_overdue_seconds: [
          'For how long the oldest due delivery of a webhook has been waiting',
        ],
      },
      async read() {
        const payments = await queries.readPayments(db, now())
        const webhooks = await queries.readWebhooks(db, now())
        return [
          ['phial_payments_open', payments?.open ?? null],
          ['phial_payments_open_seconds', payments?.oldest ?? null],
          ['phial_webhooks_off', webhooks?.off ?? null],
          ['phial_webhooks_failing', webhooks?.failing ?? null],
          ['phial_webhook_deliveries_due', webhooks?.due ?? null],
          ['phial_webhook_deliveries_overdue_seconds', webhooks?.oldest ?? null],
        ]
      },
    },
    {
      name: 'checks',
      measures: {
        phial_audit_chain_broken: ['Whether the last check of the audit chain found a break'],
        phial_audit_checked_timestamp_seconds: ['When the audit chain was checked last'],
        phial_chair_days_astray: [
          'Days of chairs whose summary disagreed with the visits when all were compared last',
        ],
        phial_lots_expired: ['Lots in use that have expired', 'kind'],
        phial_lots_expiring: ['Lots in use that expire within two weeks', 'kind'],
      },
      async read() {
        const audit = await queries.readAudit(db)
        const chairDays = await queries.readChairDays(db)
        const lots = await queries.readLots(db, now())
        return [
          ['phial_audit_chain_broken', audit ? Number(audit.break !== null) : null],
          ['phial_audit_checked_timestamp_seconds', secondsOf(audit?.checkedAt ?? null)],
          ['phial_chair_days_astray', chairDays?.astray ?? null],
          ...lots.flatMap(
            ({ kind, expired, soon }) =>
              [
                ['phial_lots_expired', expired, { kind }],
                ['phial_lots_expiring', soon, { kind }],
              ] as const,
          ),
        ]
      },
    },
    {
      name: 'backups',
      measures: {
        phial_backup_taken_timestamp_seconds: ['When the newest backup was made'],
        phial_backup_failing: ['Whether a backup, a restore for proof or the archive fails or is late'],
        phial_backup_proved_timestamp_seconds: ['When a backup was last restored for proof and found whole'],
        phial_backup_archived_until_timestamp_seconds: ['Everything committed until then is in the archive'],
        phial_backup_offsite_until_timestamp_seconds: [
          'Everything committed until then can be restored from the bucket alone; 0 if nothing can yet',
        ],
        phial_backup_offsite_failing: ['Whether the last attempt to send backups to the bucket has failed'],
        phial_backup_offsite_proved_timestamp_seconds: [
          'When a backup from the bucket was last restored for proof and found whole',
        ],
      },
      async read() {
        const { state, copy, proved, archivedUntil, offsite, troubles } = await readBackupState(base)
        return [
          ['phial_backup_taken_timestamp_seconds', copy?.problem === null ? secondsOf(copy.at) : null],
          ['phial_backup_failing', state === 'on' ? Number(troubles.length > 0) : null],
          ['phial_backup_proved_timestamp_seconds', secondsOf(proved?.at ?? null)],
          ['phial_backup_archived_until_timestamp_seconds', secondsOf(archivedUntil)],
          ['phial_backup_offsite_until_timestamp_seconds', offsite && (secondsOf(offsite.until) ?? 0)],
          ['phial_backup_offsite_failing', offsite && Number(offsite.problem !== null)],
          ['phial_backup_offsite_proved_timestamp_seconds', secondsOf(offsite?.proved?.at ?? null)],
        ]
      },
    },
    {
      name: 'encryption',
      measures: {
        phial_data_key: ['Number of the data key that encrypts fields; none if fields are not encrypted'],
        phial_data_key_used_timestamp_seconds: ['When the data key began to encrypt'],
        phial_encryption_rows_left: ['About how many rows are still to be encrypted with the data key'],
      },
      async read() {
        const state = await readEncryptionState(db, now())
        return [
          ['phial_data_key', state?.keyNumber ?? null],
          ['phial_data_key_used_timestamp_seconds', secondsOf(state?.usedFrom ?? null)],
          ['phial_encryption_rows_left', state?.rowsLeft ?? null],
        ]
      },
    },
    {
      name: 'machine',
      measures: {
        phial_disk_free_bytes: ['Free space of the file system of DATA_DIR'],
        phial_disk_bytes: ['Size of the file system of DATA_DIR'],
        phial_certificate_expires_timestamp_seconds: ['When a certificate expires', 'certificate'],
      },
      async read() {
        const { free, total } = await readDisk(config.dataDir)
        return [
          ['phial_disk_free_bytes', free],
          ['phial_disk_bytes', total],
          ...certificates
            .latest()
            .map(
              ({ name, validUntil }) =>
                [
                  'phial_certificate_expires_timestamp_seconds',
                  secondsOf(validUntil),
                  { certificate: name },
                ] as const,
            ),
        ]
      },
    },
    {
      name: 'clock',
      measures: {
        phial_clock_ahead_seconds: [
          'How far the clock of this machine is ahead of the clock of the database, at least',
        ],
      },
      read: async () => [['phial_clock_ahead_seconds', await readClockOffset(db)]],
    },
  ]
}

const secondsOf = (at: Date | string | null) => (at === null ? null : new Date(at).getTime() / 1_000)
