import { deadInvitations } from '#contract/technicians.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { openInvitation } from './invitation.ts'
import { linksFromNetwork } from './limits.ts'

/** The invitation of a link, or only the reason why the link does not work. */
export async function readInvitation(context: Context, token: string) {
  await spend(context, linksFromNetwork, context.network)
  const invitation = await openInvitation(context, hashToken(token))
  if (typeof invitation === 'string') return { state: invitation, message: deadInvitations[invitation] }
  const { name: laboratory } = await laboratorySettings(context)
  return { state: 'open' as const, role: invitation.role, fullName: invitation.fullName, laboratory }
}
