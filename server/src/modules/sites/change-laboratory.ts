import type { BodyOf } from '#contract/endpoint.ts'
import type {
  changeBookingRules,
  changeLaboratory,
  changeReportSettings,
  changeSignIn,
  confirmTwi,
} from '#contract/settings.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changeSettings } from './change-settings.ts'
import { readLaboratoryRow } from './queries.ts'
import { writeLaboratory } from './queries-settings.ts'

const subject = { kind: 'laboratory', id: 'laboratory' }

/** Changes name, address and contact details of the laboratory, for pages, mails and new reports. */
export async function updateLaboratory(
  context: SignedIn,
  { version, ...after }: BodyOf<typeof changeLaboratory>,
): Promise<{ message: string }> {
  await transact(context, async (inside) => {
    const { laboratory: before } = await readLaboratoryRow(inside.db, true)
    const entry = { name: 'The laboratory', action: 'laboratory.changed', subject } as const
    await changeSettings(inside, { version, before, after }, entry, () => writeLaboratory(inside.db, after))
  })
  return { message: 'The laboratory’s details are saved.' }
}

/** Changes the rules of booking. Existing bookings stay. */
export async function updateBookingRules(
  context: SignedIn,
  { version, ...after }: BodyOf<typeof changeBookingRules>,
): Promise<{ message: string }> {
  await transact(context, async (inside) => {
    const { booking: before } = await readLaboratoryRow(inside.db, true)
    const entry = { name: 'What is offered', action: 'booking_rules.changed', subject } as const
    await changeSettings(inside, { version, before, after }, entry, () => writeLaboratory(inside.db, after))
  })
  return { message: 'The rules of booking are saved. They count from now on.' }
}

/** Changes what reports say and how they are given. Issued reports stay. */
export async function updateReportSettings(
  context: SignedIn,
  { version, ...after }: BodyOf<typeof changeReportSettings>,
): Promise<{ message: string }> {
  await transact(context, async (inside) => {
    const { reports: before } = await readLaboratoryRow(inside.db, true)
    const entry = { name: 'What reports say', action: 'report_settings.changed', subject } as const
    const { page, head, foot, ...rest } = after
    await changeSettings(inside, { version, before, after }, entry, () =>
      writeLaboratory(inside.db, { ...rest, reportPage: page, reportHead: head, reportFoot: foot }),
    )
  })
  return { message: 'The settings of reports are saved. They apply to reports from now on.' }
}

/** Changes who must have a second factor. Affected accounts without one are refused from the next call on, until they set it up. */
export async function updateSignIn(
  context: SignedIn,
  { version, ...after }: BodyOf<typeof changeSignIn>,
): Promise<{ message: string }> {
  await transact(context, async (inside) => {
    const { signIn: before } = await readLaboratoryRow(inside.db, true)
    const entry = { name: 'The log-in settings', action: 'sign_in.changed', subject } as const
    await changeSettings(inside, { version, before, after }, entry, () => writeLaboratory(inside.db, after))
  })
  return { message: 'The log-in settings are saved.' }
}

/** Confirms that a speaker has checked the texts in Twi, or withdraws that. */
export async function updateTwi(
  context: SignedIn,
  { version, ...after }: BodyOf<typeof confirmTwi>,
): Promise<{ message: string }> {
  const { confirmed } = after
  await transact(context, async (inside) => {
    const { twi: before } = await readLaboratoryRow(inside.db, true)
    const action = confirmed ? 'twi.confirmed' : 'twi.reopened'
    const entry = { name: 'The check of the texts in Twi', action, subject } as const
    await changeSettings(inside, { version, before, after }, entry, () =>
      writeLaboratory(inside.db, {
        twiConfirmedAt: confirmed ? inside.clock.now() : null,
        twiConfirmedBy: confirmed ? inside.actor.accountId : null,
      }),
    )
  })
  return {
    message: confirmed ? 'The texts in Twi are confirmed.' : 'The texts in Twi are to be checked again.',
  }
}
