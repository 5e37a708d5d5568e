import type { ResponseOf } from '#contract/endpoint.ts'
import { deadInvitations, type readInvitation as readContract } from '#contract/technicians.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { whyDead } from './invitation.ts'
import { linksFromNetwork } from './limits.ts'
import { findInvitation } from './queries-technicians.ts'

/** The invitation of a link, or only the reason why the link does not work. */
export async function readInvitation(
  context: Context,
  token: string,
): Promise<ResponseOf<typeof readContract>> {
  await spend(context, linksFromNetwork, context.network)
  const invitation = await findInvitation(context.db, hashToken(token))
  const state = whyDead(invitation, context.clock.now())
  if (!invitation || state !== null) {
    const dead = state ?? 'unknown'
    return { state: dead, message: deadInvitations[dead] }
  }
  const { name } = await laboratorySettings(context)
  const role = invitation.role === 'admin' ? 'admin' : 'technician'
  return { state: 'open', role, fullName: invitation.fullName, laboratory: name }
}
