import type { ResponseOf } from '#contract/endpoint.ts'
import type { fastingTime as fastingContract } from '#contract/fasting.ts'
import type { ReminderRules, saveReminders as saveContract } from '#contract/notifications.ts'
import { clockTime } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { readReminderSettings, saveReminderSettings } from './queries-reminders.ts'

const minuteOfDay = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The manager's settings of reminders. */
export async function readReminders({ db }: SignedIn): Promise<ReminderRules> {
  const row = await readReminderSettings(db)
  return { ...row, quietFrom: clockTime(row.quietFrom), quietUntil: clockTime(row.quietUntil) }
}

/** The hours of fasting. Public, since guests choose times for tests that need fasting. */
export async function readFastingTime({
  db,
}: Pick<Context, 'db'>): Promise<ResponseOf<typeof fastingContract>> {
  const { fastingHours } = await readReminderSettings(db)
  return { hours: fastingHours }
}

/** Takes effect with the next run of the job for all coming visits: reminders are not planned ahead. */
export async function saveReminders(
  context: SignedIn,
  rules: ReminderRules,
): Promise<ResponseOf<typeof saveContract>> {
  const before = await readReminders(context)
  await transact(context, async (inside) => {
    await saveReminderSettings(inside.db, {
      ...rules,
      leadMinutes: [...rules.leadMinutes].sort((one, other) => other - one),
      quietFrom: minuteOfDay(rules.quietFrom),
      quietUntil: minuteOfDay(rules.quietUntil),
    })
    const subject = { kind: 'laboratory', id: 'reminders' }
    await audit(inside, { action: 'reminders.changed', subject, before, after: rules })
  })
  return { message: 'The reminders were saved.', rules: await readReminders(context) }
}
