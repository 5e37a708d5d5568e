import { z } from 'zod'
import type { BodyOf, QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { Values } from '#contract/message-kinds.ts'
import type { notices, readNotices } from '#contract/notifications.ts'
import type { Language } from '#contract/options.ts'
import { readLanguage } from '#server/modules/access/index.ts'
import { listReached, type Reached } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { mapPage } from '#server/platform/list.ts'
import { noticeLink } from './notice-link.ts'
import { type Standing, standingOf } from './queries-callbacks.ts'
import { countUnread, listNoticesOf, markRead } from './queries-notices.ts'
import { listLatestTexts } from './queries-texts.ts'
import { builtInText } from './texts/built-in-texts.ts'
import { fillLine } from './texts/fill-text.ts'
import { sayStanding } from './texts/say-callback.ts'
import { clockTime, mediumTime, shortDay } from './texts/say-time.ts'
import { sayTrouble } from './texts/say-trouble.ts'
import { visitIdOf } from './visit-id-of.ts'
import { isListed } from './ways.ts'

const aboutCallback = z.object({ callbackId: z.string() })
const ofRecord = z.object({ number: z.string() })
const saidItself = z.object({
  site: z.string().optional(),
  reference: z.string().optional(),
  analyser: z.string().optional(),
  place: z.string().optional(),
  reading: z.string().optional(),
  item: z.string().optional(),
  referralLaboratory: z.string().optional(),
  client: z.string().optional(),
  opener: z.string().optional(),
})

/** The signed-in person's notices in their language, newest first, a page at a time. */
export async function listNotices(
  context: SignedIn,
  query: QueryOf<typeof notices>,
): Promise<ResponseInput<typeof notices>> {
  const { db, actor } = context
  const page = await listNoticesOf(db, actor.accountId, query)
  const visitIds = page.rows.map(({ payload }) => visitIdOf(payload))
  const reached = await listReached(
    db,
    visitIds.flatMap((one) => one ?? []),
  )
  const visits = new Map(reached.map((visit) => [visit.id, visit]))
  const callbackIds = page.rows.map(({ payload }) => aboutCallback.safeParse(payload).data?.callbackId)
  const callbacks = await standingOf(
    db,
    callbackIds.flatMap((one) => one ?? []),
  )
  const say = await sayer(context)
  return {
    ...mapPage(page, (row, index) => ({
      id: row.id,
      ...say(row, {
        visit: visits.get(visitIds[index] ?? ''),
        callback: callbacks.find(({ id }) => id === callbackIds[index]),
      }),
      link: noticeLink(row, actor.role),
      at: row.createdAt,
      read: row.readAt !== null,
    })),
    unread: await countUnread(db, actor.accountId),
  }
}

/** The text of a notice, without tests and values: others may see the screen. */
async function sayer(context: SignedIn) {
  const language = (await readLanguage(context.db, context.actor.accountId)) ?? 'en'
  const { name: laboratory, phone } = await laboratorySettings(context)
  const edited = (await listLatestTexts(context.db)).filter(
    (text) => text.language === language && text.form === 'app',
  )
  type Subject = { visit: Reached | undefined; callback: Standing | undefined }
  return ({ kind, payload }: { kind: string; payload: unknown }, { visit, callback }: Subject) => {
    if (!isListed(kind)) return { title: unknownKind[language], about: '' }
    const text = edited.find((one) => one.kind === kind)?.title ?? builtInText(kind, language, 'app').title
    const values: Values = {
      laboratory,
      phone,
      ...said(payload),
      ...(kind.startsWith('trouble_') && { trouble: sayTrouble(language, payload) }),
      ...(visit && valuesOf(visit, language)),
    }
    const about = () => {
      if (kind === 'released_otherwise') return ofRecord.safeParse(payload).data?.number ?? ''
      if (kind === 'callback_overdue') return sayStanding(callback, language, context.actor.accountId)
      return visit ? aboutOf(visit, language) : ''
    }
    return { title: fillLine(text, values, language), about: about() }
  }
}

/** The values that are stored in the message itself. */
const said = (payload: unknown): Values =>
  Object.fromEntries(
    Object.entries(saidItself.safeParse(payload).data ?? {}).filter(([, value]) => value !== undefined),
  )

const unknownKind: Readonly<Record<Language, string>> = {
  en: 'A message from the laboratory',
  fr: 'Un message du laboratoire',
  tw: 'Nkrasɛm firi laboratory hɔ',
}

function valuesOf({ timeZone, startsAt, siteName, reference }: Reached, language: Language): Values {
  return {
    when: mediumTime(language, timeZone, startsAt),
    date: shortDay(language, timeZone, startsAt),
    time: clockTime(language, timeZone, startsAt),
    site: siteName,
    reference,
  }
}

function aboutOf({ timeZone, startsAt, reference }: Reached, language: Language): string {
  const word = language === 'fr' ? 'référence' : 'reference'
  return `${mediumTime(language, timeZone, startsAt)}, ${word} ${reference}`
}

/** Marks these of the caller's own notices as read. */
export async function noteRead(
  { db, actor, clock }: SignedIn,
  which: BodyOf<typeof readNotices>,
): Promise<{ unread: number }> {
  await markRead(db, actor.accountId, which, clock.now())
  return { unread: await countUnread(db, actor.accountId) }
}
