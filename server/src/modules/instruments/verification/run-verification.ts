import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/instrument-verifications.ts'
import { may, whyNotPermitted } from '#contract/permissions.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  notPossible,
  refuseViolationOf,
  required,
  requirePossible,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { requireConnected, requireInstrument } from '../manage-instruments.ts'
import type { InstrumentRow } from '../queries-instruments.ts'
import { readMessage } from '../queries-messages.ts'
import { type Content, judge, valuesOf } from './judge.ts'
import { readMapping } from './mapping.ts'
import {
  changeRow,
  insertRow,
  listRows,
  lockRow,
  readComparisons,
  readRow,
  readSigned,
  type VerificationRow,
  writeComparisons,
} from './queries-verifications.ts'

/** Interface verifications: started, compared message by message, and signed (`sign-verification.ts`) or abandoned. */

const what = 'This verification'

export async function requireVerification({ db }: SignedIn, instrument: InstrumentRow, id: string) {
  return required(await readRow(db, instrument, id), what)
}

/** Locks the verification, and refuses if it is signed or abandoned. */
export async function requireOpen(inside: SignedIn, instrument: InstrumentRow, id: string) {
  await lockRow(inside.db, instrument, id)
  const row = await requireVerification(inside, instrument, id)
  if (row.state !== 'open') throw notPossible('This verification is signed or abandoned. Start another.')
  return row
}

function present(row: VerificationRow, digest: Buffer) {
  const { signedAt, signedBy, mappingDigest, pdfSha256, abandonedAt, abandonedBy, abandonedReason } = row
  return {
    ...row,
    signed:
      signedAt && signedBy !== null && mappingDigest && pdfSha256 !== null
        ? { at: signedAt, by: signedBy, sha256: pdfSha256, isOutdated: !mappingDigest.equals(digest) }
        : null,
    abandoned:
      abandonedAt && abandonedBy !== null
        ? { at: abandonedAt, by: abandonedBy, reason: abandonedReason }
        : null,
  }
}

export async function listVerifications(
  context: SignedIn,
  id: string,
  query: QueryOf<typeof contract.listVerifications>,
) {
  const instrument = await requireInstrument(context, id)
  const { rows, nextCursor } = await listRows(context.db, instrument, query)
  const { digest } = await readMapping(context.db, instrument)
  return { rows: rows.map((row) => present(row, digest)), nextCursor }
}

export async function startVerification(context: SignedIn, id: string) {
  const { clock, actor } = context
  const verification = uuidv7(clock)
  await transact(context, async (inside) => {
    const { siteId } = await requireConnected(inside, id)
    await insertRow(inside.db, {
      ...{ siteId, id: verification, instrumentId: id },
      startedBy: actor.accountId,
      startedAt: clock.now(),
    })
    await audit(inside, {
      action: 'instrument.verification_started',
      subject: { kind: 'instrument', id },
      after: { verification },
    })
  }).catch(
    refuseViolationOf({
      instrument_verification_open: () =>
        notPossible('A verification of this analyser is in progress. Sign or abandon it first.'),
    }),
  )
  return { message: 'The verification is started.', id: verification }
}

export async function readVerification(context: SignedIn, id: string, verification: string) {
  const instrument = await requireInstrument(context, id)
  const row = await requireVerification(context, instrument, verification)
  const { content, mapping } =
    row.state === 'signed'
      ? await asSigned(context.db, instrument, verification)
      : await judge(context.db, instrument, verification)
  return {
    ...present(row, mapping.digest),
    ...content,
    instrument: instrument.name,
    whyNotSign: may(context.actor, 'release') ? whyNotSign(row, content) : whyNotPermitted('release'),
  }
}

/** What was signed, with the present mapping. */
async function asSigned(db: SignedIn['db'], instrument: InstrumentRow, verification: string) {
  const { content } = required(await readSigned(db, instrument, verification, 'content'), what)
  return { content: content as Content, mapping: await readMapping(db, instrument) }
}

export function whyNotSign({ state }: VerificationRow, { comparisons }: Content): string | null {
  if (state !== 'open') return 'The verification is signed or abandoned.'
  if (comparisons.length === 0) return 'Compare at least one value first.'
  return comparisons.every(({ agrees }) => agrees)
    ? null
    : 'Some values do not agree. Correct the mapping or the entry first.'
}

/** The most messages of one verification, because all of them are parsed at each view. */
const mostMessages = 50

export async function compareMessage(
  context: SignedIn,
  { id, verification, message: messageId }: { id: string; verification: string; message: string },
  { values, version }: BodyOf<typeof contract.compareMessage>,
) {
  const { clock, actor } = context
  await transact(context, async (inside) => {
    const { db } = inside
    const instrument = await requireInstrument(inside, id)
    await requireOpen(inside, instrument, verification)
    const message = required(await readMessage(db, instrument, messageId), 'This message')
    if (message.state !== 'read' && message.state !== 'trial')
      throw notPossible('This message has no processed values. Choose another message.')
    const sent = valuesOf(message.bytes, instrument)
    const { siteId } = instrument
    const of = { verificationId: verification, messageId }
    const comparisons = values.map(({ position, sample, value, unit }, index) => {
      const code = sent[position]?.code
      if (code === undefined)
        throw invalid({ [`values.${index}.position`]: ['The message has no value at this position'] })
      return {
        ...{ siteId, ...of, position, code },
        ...{ shownSample: sample, shownValue: value, shownUnit: unit },
        ...{ enteredBy: actor.accountId, enteredAt: clock.now() },
      }
    })
    await writeComparisons(db, instrument, of, comparisons)
    if (!(await changeRow(db, instrument, verification, version))) throw changedMeanwhile(what)
    const compared = await readComparisons(db, instrument, verification)
    requirePossible(
      new Set(compared.map((one) => one.messageId)).size > mostMessages
        ? `A verification compares at most ${mostMessages} messages.`
        : null,
    )
    await audit(inside, {
      action: 'instrument.compared',
      subject: { kind: 'instrument', id },
      after: { ...of, values },
    })
  })
  return { message: 'The entries are saved and compared.' }
}

export async function abandonVerification(
  context: SignedIn,
  id: string,
  verification: string,
  { reason }: BodyOf<typeof contract.abandonVerification>,
) {
  const { clock, actor } = context
  await transact(context, async (inside) => {
    const instrument = await requireInstrument(inside, id)
    const { version } = await requireOpen(inside, instrument, verification)
    await changeRow(inside.db, instrument, verification, version, {
      abandonedBy: actor.accountId,
      abandonedAt: clock.now(),
      abandonedReason: reason,
    })
    await audit(inside, {
      action: 'instrument.verification_abandoned',
      subject: { kind: 'instrument', id },
      after: { verification },
      reason,
    })
  })
  return { message: 'The verification is abandoned.' }
}
