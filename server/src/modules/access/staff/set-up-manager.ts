import type { setUp } from '#contract/access.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { codeRefused } from '../codes/codes.ts'
import { findToken, takeToken } from '../codes/queries.ts'
import { linksFromNetwork } from '../limits.ts'
import { refuseWeak } from '../log-in/check-password.ts'
import { addManager, isWithoutManager } from './first-manager.ts'

const refused = () =>
  codeRefused('This link does not work, or no longer. The server prints a new one when it is started again.')

/** Creates the first manager with the link that was printed at the start. */
export async function setUpManager(
  context: Context,
  { token, fullName, email, password }: BodyOf<typeof setUp>,
) {
  await spendOfNetwork(context, linksFromNetwork)
  const tokenHash = hashToken(token)
  if (!(await findToken(context, 'set_up', tokenHash))) throw refused()
  await refuseWeak(context, password, { fullName, email })
  const passwordHash = await hasher.hash(password)
  await transact(context, async (within) => {
    if (!(await isWithoutManager(within))) throw refused()
    if (!(await takeToken(within, 'set_up', tokenHash))) throw refused()
    if (!(await addManager(within, { fullName, email, passwordHash }))) {
      throw invalid({ email: ['This address has an account that is no manager. Use another one.'] })
    }
  })
  return { message: 'The laboratory has its first manager. Please log in.' }
}
