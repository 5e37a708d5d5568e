import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { codeLife } from '../codes/codes.ts'
import { addRegistration, type Registration, registrationsWait, renewRegistration } from './queries.ts'

/** Keeps who asks for an account until the code is entered. `browser` is the secret of the browser that asks. */
export async function keepRegistration(
  within: Context,
  {
    browser,
    ...person
  }: Pick<Registration, 'email' | 'fullName' | 'language' | 'codeHash'> &
    Partial<Pick<Registration, 'phone' | 'passwordHash' | 'usedAt'>> & { browser: string },
): Promise<void> {
  const id = uuidv7(within.clock)
  const createdAt = within.clock.now()
  const expiresAt = after(createdAt, codeLife)
  await addRegistration(within.db, { ...person, id, browserHash: hashToken(browser), createdAt, expiresAt })
  await audit(within, { action: 'registration.asked', subject: { kind: 'registration', id } })
}

/** Gives the open registration of an address or a number another code; undefined if there is none. */
export function renewOpen(
  { db, clock }: Context,
  by: { email: string } | { phone: string },
  { browser, codeHash }: { browser: string | undefined; codeHash: Buffer },
): Promise<Registration | undefined> {
  const now = clock.now()
  const browserHash = browser === undefined ? null : hashToken(browser)
  const askedAfter = after(now, -registrationsWait)
  return renewRegistration(
    db,
    { ...by, browserHash, askedAfter },
    { codeHash, expiresAt: after(now, codeLife) },
  )
}

export const auditCodeAsked = (within: Context): Promise<void> =>
  audit(within, { action: 'registration.code_asked', subject: { kind: 'network', id: within.network } })
