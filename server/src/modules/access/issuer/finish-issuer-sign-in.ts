import { email as emailRule, fullName as fullNameRule } from '#contract/fields.ts'
import type { Language } from '#contract/options.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { post } from '#server/platform/outbox.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { createAccount } from '../accounts/create-account.ts'
import { type Account, findAccount } from '../accounts/queries.ts'
import { codeRefused } from '../codes/codes.ts'
import { issueToken } from '../codes/links.ts'
import { whyNotJoin } from '../policy.ts'
import { type Claims, callbackUrl, issuerSettings, redeemCode } from './issuer.ts'
import { findAccountOfSubject, joinSubject, takeAttempt } from './queries.ts'
import { stateOf } from './start-issuer-sign-in.ts'

/** The browser is on its way to exchange it. */
const exchangeLife = minutes(1)

/**
 * The browser comes back from the issuer. Answers the code that this same browser can turn into a session. `query` is
 * what stands behind the question mark, as it came.
 */
export async function finishIssuerSignIn(
  context: Context,
  query: string,
  browser: string | undefined,
  language: Language,
): Promise<string> {
  const settings = issuerSettings(context.config)
  const callback = new URL(`${callbackUrl(context.config)}?${query}`)
  const state = callback.searchParams.get('state') ?? ''
  const begunHere = browser !== undefined && state === stateOf(browser)
  const attempt = begunHere ? await takeAttempt(context, hashToken(state)) : undefined
  if (!attempt)
    throw codeRefused('This sign-in was not begun in this browser, or too long ago. Please try again.')
  if (callback.searchParams.get('error') === 'access_denied') {
    throw codeRefused('The sign-in was cancelled.')
  }
  const claims = await redeemCode(settings, callback, { ...attempt, state })
  const code = await transact(context, async (within) => {
    const { id: accountId } = await accountOf(within, claims, language)
    return issueToken(within, {
      purpose: 'issuer_sign_in',
      accountId,
      life: exchangeLife,
      payload: { state },
    })
  })
  return code
}

/** The account of the issuer's claims: known by subject, else by a verified address, else a new one. */
async function accountOf(within: Context, claims: Claims, language: Language): Promise<Account> {
  const { db, clock } = within
  const known = await findAccountOfSubject(db, claims.issuer, claims.subject)
  if (known) return known
  const email = emailRule.safeParse(claims.email)
  if (!email.success) throw new Refusal('not_allowed', 'The issuer did not tell your e-mail address.')
  if (!claims.emailVerified) {
    throw new Refusal(
      'not_allowed',
      'The issuer has not verified your e-mail address. Verify it there first.',
    )
  }
  const owner = await findAccount(db, { email: email.data })
  const whyNot = owner && whyNotJoin(owner)
  if (whyNot) throw new Refusal('not_allowed', whyNot)
  const account = owner ?? (await addPatient(within, email.data, claims, language))
  const { issuer, subject } = claims
  await joinSubject(db, { issuer, subject, accountId: account.id, createdAt: clock.now() })
  await auditAccount(within, 'account.joined_issuer', account.id, {
    accountId: account.id,
    after: { issuer },
  })
  if (owner) {
    await post(within, {
      kind: 'issuer_joined',
      to: owner.email,
      payload: { fullName: owner.fullName, issuer: new URL(issuer).hostname },
    })
  }
  return account
}

async function addPatient(
  within: Context,
  email: string,
  claims: Claims,
  language: Language,
): Promise<Account> {
  const name = fullNameRule.safeParse(claims.name)
  const account = await createAccount(within, {
    id: uuidv7(within.clock),
    role: 'user',
    fullName: name.success ? name.data : email,
    email,
    language,
  })
  // Somebody else got the address at this moment.
  if (!account) throw codeRefused('Please try again.')
  return account
}
