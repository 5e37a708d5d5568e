import type {
  readReleasePolicy as readContract,
  updateReleasePolicy as updateContract,
} from '#contract/catalogue.ts'
import type { BodyOf, ResponseInput } from '#contract/endpoint.ts'
import { replaceReleaseRules } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type Context, type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid } from '#server/platform/errors.ts'
import { presentChange } from './present-catalogue.ts'
import { changesOf, readPolicy } from './queries-changes.ts'

const subject = { kind: 'laboratory', id: 'release-policy' }

export async function readReleasePolicy({ db }: Context): Promise<ResponseInput<typeof readContract>> {
  return { ...(await readPolicy(db)), history: (await changesOf(db, subject)).map(presentChange) }
}

/** Changes the rules of release. Allowing the release by one person needs a reason. */
export async function updateReleasePolicy(
  context: SignedIn,
  change: BodyOf<typeof updateContract>,
): Promise<void> {
  const { follows, reason, ...policy } = change
  await transact(context, async (inside) => {
    const { version: _version, ...before } = await readPolicy(inside.db)
    const changed = changedFields(before, policy)
    if (changed === null) return
    if (before.twoPersonRelease && !policy.twoPersonRelease && reason === '') {
      throw invalid({ reason: ['Say why one person may release alone: every report will say that it is so'] })
    }
    if (!(await replaceReleaseRules(inside.db, follows, policy))) throw changedMeanwhile('The release policy')
    await audit(inside, {
      action: 'release_policy.changed',
      subject,
      ...changed,
      reason: reason || undefined,
    })
  })
}
