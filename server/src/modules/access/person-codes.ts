import { after } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { hashTyped, makeCode } from './codes.ts'
import { addToken, takeToken } from './queries.ts'

type Within = Pick<Context, 'db' | 'clock'>

/** Makes a code that opens the record of a person once. `life` in milliseconds. */
export async function issuePersonCode(
  { db, clock }: Within,
  { payload, life }: { payload: Readonly<Record<string, string>>; life: number },
): Promise<{ code: string; expiresAt: Date }> {
  const { code, codeHash } = await makeCode(db)
  const now = clock.now()
  const expiresAt = after(now, life)
  await addToken(db, {
    tokenHash: codeHash,
    purpose: 'open_person',
    accountId: null,
    payload: JSON.stringify(payload),
    createdAt: now,
    expiresAt,
  })
  return { code, expiresAt }
}

/** Uses up a code as it was typed; null if it is none, was used, or is too old. */
export async function takePersonCode({ db, clock }: Within, typed: string): Promise<unknown> {
  const hash = await hashTyped(db, typed)
  const taken = hash && (await takeToken(db, 'open_person', hash, clock.now()))
  return taken ? taken.payload : null
}
