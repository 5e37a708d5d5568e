import type { ResponseOf } from '#contract/endpoint.ts'
import type { ReminderRules, saveReminders as saveContract } from '#contract/notifications.ts'
import { clockTime } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { readReminderSettings, saveReminderSettings } from './queries-reminders.ts'

const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The manager's settings of reminders. */
export async function readReminders({ db }: SignedIn): Promise<ReminderRules> {
  const row = await readReminderSettings(db)
  return {
    leadMinutes: row.leadMinutes,
    fasting: row.fasting,
    fastingHours: row.fastingHours,
    quietFrom: clockTime(row.quietFrom),
    quietUntil: clockTime(row.quietUntil),
  }
}

/** Takes effect with the next run of the job for all coming visits: reminders are not planned ahead. */
export async function saveReminders(
  context: SignedIn,
  rules: ReminderRules,
): Promise<ResponseOf<typeof saveContract>> {
  const before = await readReminders(context)
  await inTransaction(context.db, async (tx) => {
    await saveReminderSettings(tx, {
      leadMinutes: [...rules.leadMinutes].sort((one, other) => other - one),
      fasting: rules.fasting,
      fastingHours: rules.fastingHours,
      quietFrom: minuteOfDay(rules.quietFrom),
      quietUntil: minuteOfDay(rules.quietUntil),
    })
    await audit(
      { ...context, db: tx },
      {
        action: 'reminders.changed',
        subject: { kind: 'laboratory', id: 'reminders' },
        before,
        after: rules,
      },
    )
  })
  return { message: 'The reminders were saved.', rules: await readReminders(context) }
}
