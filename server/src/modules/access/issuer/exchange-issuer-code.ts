import { z } from 'zod'
import { messages } from '#contract/messages.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { personOf } from '../accounts/present.ts'
import { findAccount } from '../accounts/queries.ts'
import { codeRefused } from '../codes/codes.ts'
import { takeToken } from '../codes/queries.ts'
import { linksFromNetwork } from '../limits.ts'
import type { Device } from '../log-in/devices.ts'
import { welcome } from '../log-in/log-in.ts'
import { stateOf } from './start-issuer-sign-in.ts'

const payload = z.object({ state: z.string() })

/** Turns the code of a finished issuer sign-in into a session, in the browser that began it and in no other. */
export async function exchangeIssuerCode(
  context: Context,
  code: string,
  browser: string | undefined,
  device: Device,
) {
  await spendOfNetwork(context, linksFromNetwork)
  return transact(context, async (within) => {
    const taken = await takeToken(within, 'issuer_sign_in', hashToken(code))
    const begunHere =
      taken && browser !== undefined && payload.parse(taken.payload).state === stateOf(browser)
    const account =
      begunHere && taken.accountId ? await findAccount(within.db, { id: taken.accountId }) : undefined
    const token = account && (await welcome(within, account, device))
    if (!account || !token) throw codeRefused('This sign-in does not work any more. Please try again.')
    return { token, user: personOf(account), message: messages.login.success }
  })
}
