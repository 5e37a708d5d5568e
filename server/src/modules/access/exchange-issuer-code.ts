import { z } from 'zod'
import type { SignedIn } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { codeRefused } from './codes.ts'
import { linksFromNetwork } from './limits.ts'
import { welcome } from './log-in.ts'
import { personOf } from './present.ts'
import { findAccount, takeToken } from './queries.ts'
import { stateOf } from './start-issuer-sign-in.ts'

const payload = z.object({ state: z.string() })

/** Turns the code of a finished issuer sign-in into a session, in the browser that began it and in no other. */
export async function exchangeIssuerCode(
  context: Context,
  code: string,
  browser: string | undefined,
): Promise<SignedIn> {
  await spend(context, linksFromNetwork, context.network)
  return inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const taken = await takeToken(tx, 'issuer_sign_in', hashToken(code), context.clock.now())
    const begunHere =
      taken && browser !== undefined && payload.parse(taken.payload).state === stateOf(browser)
    const account = begunHere && taken.accountId ? await findAccount(tx, { id: taken.accountId }) : undefined
    const token = account && (await welcome(within, account))
    if (!account || !token) throw codeRefused('This sign-in does not work any more. Please try again.')
    return { token, user: personOf(account), message: messages.login.success }
  })
}
