import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type Mailer, MailRefused, openMailer } from '#server/platform/mail.ts'
import { claimDue, type OutboxRow, settleAgain, settleFailed, settleSent } from './queries.ts'
import { isOutdated, writeMail } from './write-mail.ts'

/** Sent side by side; as many as the mailer has connections. */
const batch = 4
/** Longer than a mail server is waited for: after it, a deliverer that says nothing is taken for dead. */
const lease = minutes(3)
/** Pauses after the first, second … try; after the last of them the message has failed. */
const pauses = [1, 5, 15, 60, 240, 720].map(minutes)

/** Batches in one run, after which another is asked for: a long queue must not hold up a server that is to stop. */
const most = 25

/**
 * Sends what is due in the outbox. The message is claimed in one statement, sent outside of any transaction, and
 * settled in another: a deliverer killed in between sends it again after the lease, with the same Message-ID.
 */
export async function deliverOutbox(context: Context): Promise<void> {
  const { db, clock } = context
  let mailer: Mailer | undefined
  try {
    for (let round = 0; round < most; round++) {
      const now = clock.now()
      const rows = await claimDue(db, now, after(now, lease), batch)
      if (rows.length === 0) return
      mailer ??= openMailer(context.config)
      const sender = mailer
      const settled = await Promise.all(rows.map((row) => deliver(context, sender, row)))
      // The mail server is away: the others keep their tries for when it is back.
      if (!settled.includes(true)) return
    }
    context.wakeOutbox()
  } finally {
    mailer?.close()
  }
}

/** True when the message is out or given up, false when it is to be tried again. */
async function deliver(context: Context, mailer: Mailer, row: OutboxRow): Promise<boolean> {
  const { db, clock, log } = context
  try {
    if (isOutdated(row, clock.now())) throw new MailRefused('Too late: what it carries has run out')
    const mail = await writeMail(context, row)
    if (!mail) throw new MailRefused('What it tells of is not there')
    await mailer.send(mail)
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500)
    const pause = pauses[row.attempts - 1]
    const final = error instanceof MailRefused || pause === undefined
    log.warn(
      { outboxId: row.id, kind: row.kind, attempts: row.attempts, final, reason },
      'a mail was not sent',
    )
    await (final ? settleFailed(db, row, reason) : settleAgain(db, row, after(clock.now(), pause), reason))
    return final
  }
  await settleSent(db, row, clock.now())
  return true
}
