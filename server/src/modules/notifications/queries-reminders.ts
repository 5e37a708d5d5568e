import { sql, type Updateable } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { ReminderSettings } from '#server/platform/schema.gen.ts'
import type { ReminderRules } from './reminder-times.ts'

/** Statements on reminders: the laboratory's rules, and planning each reminder once. */

export const readReminderSettings = (db: Db) =>
  db
    .selectFrom('reminderSettings')
    .select(['leadMinutes', 'fasting', 'fastingHours', 'quietFrom', 'quietUntil'])
    .executeTakeFirstOrThrow()

export const saveReminderSettings = (db: Db, settings: Updateable<ReminderSettings>) =>
  db.updateTable('reminderSettings').set(settings).execute()

export async function readReminderRules(db: Db): Promise<ReminderRules> {
  const row = await readReminderSettings(db)
  return {
    leads: row.leadMinutes,
    fastingHours: row.fasting ? row.fastingHours : null,
    quiet: { from: row.quietFrom, until: row.quietUntil },
  }
}

export type ReminderRow = {
  id: string
  kind: string
  recipient: string
  payload: string
  key: string
  visitId: string
  /**
   * The time at which the reminder is due. If a message that the visit was booked, changed or booked again was written then or
   * later, no reminder is added.
   */
  sendAt: string
}

/** Adds reminders to the outbox that were never planned. Returns their number. */
export async function addReminders(db: Db, rows: readonly ReminderRow[], now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into outbox (id, kind, recipient, payload, message_key, created_at, due_at)
    select r.id, r.kind, r.recipient, r.payload::jsonb, r.key, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (id uuid, kind text, recipient text, payload text, key text, "visitId" text, "sendAt" timestamptz)
    where not exists (
      select from outbox o where o.payload ->> 'visitId' = r."visitId" and o.payload ->> 'visitId' is not null
        and o.kind in ('visit_booked', 'visit_changed', 'visit_again') and o.created_at >= r."sendAt")
    on conflict (message_key) where message_key is not null do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}
