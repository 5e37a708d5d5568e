import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import {
  type openResultLink as contract,
  type downloadResultLink,
  mostTries,
} from '#contract/result-links.ts'
import { hashTyped } from '#server/modules/access/index.ts'
import { whyHeld } from '#server/modules/money/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { invalid, notFound, notPossible, Refusal } from '#server/platform/errors.ts'
import { hashToken, normaliseCode } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { latestReport, readPdf } from '../reports/queries-reports.ts'
import { issuedPdf } from '../reports/read-report.ts'
import { answersOf, findOpenLink, type OpenLink, openWith, takeTry } from './queries-links.ts'

type Answer = BodyOf<typeof contract>

/** Tokens have 130 random bits: this bounds work, not guesses. */
const openLimit: Limit = { name: 'result link: network', burst: 60, perSeconds: 600 }

/** The same answer for links that never existed, have expired or were ended. */
const closed = () => notFound('What this link showed')
const locked = () =>
  notPossible(
    `This link is locked after ${mostTries} wrong answers. Ask the laboratory for a new one at its desk, or call it.`,
  )

const hashOf = (token: string) => hashToken(normaliseCode(token))

/** What a link asks for. It uses up no try. */
export async function askLink(context: Context, token: string) {
  const { db, clock, network } = context
  await spend(context, openLimit, network)
  const link = await findOpenLink(db, hashOf(token), clock.now())
  if (!link) throw closed()
  if (link.tries >= mostTries) throw locked()
  const { birth, slip } = await answersOf(db, link, clock.now())
  const { name, phone } = await laboratorySettings(context)
  return {
    birth,
    code: slip && (link.way !== 'slip' || !birth),
    triesLeft: mostTries - link.tries,
    laboratory: { name, phone },
  }
}

/** Opens a link with the right answer. Each opening is counted and audited; staff and the patient see it. */
export async function openLink(context: Context, answer: Answer): Promise<ResponseInput<typeof contract>> {
  const taken = await tryAnswer(context, answer)
  return transact(context, async (inside) => {
    const link = await openWith(inside.db, taken.link, taken.given, {
      now: context.clock.now(),
      counts: true,
    })
    if (!link) throw await refused(context, taken.link, answer)
    const report = await latestReport(inside.db, link.siteId, link.visitId)
    await note(inside, 'result_link.opened', link, report?.version ?? null)
    const { expiresAt } = link
    if (!report) return { state: 'waiting', report: null, expiresAt }
    if (report.status === 'withdrawn') return { state: 'withdrawn', report: null, expiresAt }
    if (await isUnpaid(inside, link)) return { state: 'unpaid', report: null, expiresAt }
    return { state: 'ready', report, expiresAt }
  })
}

export async function downloadLink(
  context: Context,
  { file, ...answer }: BodyOf<typeof downloadResultLink>,
): Promise<Buffer> {
  const { db, clock } = context
  const taken = await tryAnswer(context, answer)
  const link = await openWith(db, taken.link, taken.given, { now: clock.now(), counts: false })
  if (!link) throw await refused(context, taken.link, answer)
  const found = await readPdf(db, link.siteId, link.visitId)
  if (!found || found.content.status === 'withdrawn' || (await isUnpaid(context, link))) throw closed()
  const pdf = await issuedPdf(db, found, file)
  await note(context, 'result_link.downloaded', link, found.version)
  return pdf
}

const isUnpaid = async (context: Context, { siteId, visitId }: OpenLink) =>
  (await whyHeld(context, { siteId, id: visitId }, 'results')) !== null

/** Uses up a try of the link, outside of any transaction, so that it stays used up if the answer is wrong. */
async function tryAnswer(context: Context, { token, birth, code }: Answer) {
  const { db, clock, network } = context
  await spend(context, openLimit, network)
  const codeHash = code === undefined ? null : await hashTyped(db, code)
  if (code !== undefined && codeHash === null) throw invalid({ code: ['The code has 8 letters and digits'] })
  const link = await takeTry(db, hashOf(token), mostTries, clock.now())
  if (!link) throw (await findOpenLink(db, hashOf(token), clock.now())) ? locked() : closed()
  return { link, given: codeHash ? { codeHash } : { birth: birth ?? '' } }
}

/** Says how many tries are left. The last wrong answer is audited, since it locks the link. */
async function refused(context: Context, link: OpenLink, { birth }: Answer): Promise<Refusal> {
  const left = mostTries - link.tries
  if (left > 0) {
    const what = birth === undefined ? 'The code' : 'The date of birth'
    const said =
      left === 1
        ? `${what} is not the one on record. One try is left.`
        : `${what} is not the one on record. ${left} tries are left.`
    return new Refusal('code_invalid', said, { fields: { [birth === undefined ? 'code' : 'birth']: [said] } })
  }
  await note(context, 'result_link.locked', link, null)
  return locked()
}

const note = (
  context: Context,
  action: 'result_link.opened' | 'result_link.downloaded' | 'result_link.locked',
  { id, way, visitId }: OpenLink,
  version: number | null,
) =>
  audit(context, {
    action,
    subject: { kind: 'visit', id: visitId },
    after: { link: id, way, ...(version !== null && { version }) },
  })
