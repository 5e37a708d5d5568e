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
import {
  changesOf,
  listReleasers,
  readCallbackOrder,
  readPolicy,
  writeCallbackOrder,
} from './queries-changes.ts'

const subject = { kind: 'laboratory', id: 'release-policy' }

export async function readReleasePolicy({ db }: Context): Promise<ResponseInput<typeof readContract>> {
  const mayHold = await listReleasers(db)
  return {
    ...(await readPolicy(db)),
    callbackOrder: holdersOf(await readCallbackOrder(db), mayHold),
    mayHold,
    history: (await changesOf(db, subject)).map(presentChange),
  }
}

type Holder = { id: string; fullName: string }

/** Those of the accounts that may still release results, in the order of the ids. */
const holdersOf = (ids: readonly string[], mayHold: readonly Holder[]): Holder[] =>
  ids.flatMap((id) => mayHold.find((one) => one.id === id) ?? [])

/** Changes the rules of release. Allowing the release by one person needs a reason. */
export async function updateReleasePolicy(
  context: SignedIn,
  change: BodyOf<typeof updateContract>,
): Promise<void> {
  const { follows, reason, callbackOrder: asked, ...given } = change
  await transact(context, async (inside) => {
    const { db } = inside
    const { version: _version, ...before } = await readPolicy(db)
    const policy = { ...given, callbackStepMinutes: given.callbackStepMinutes ?? before.callbackStepMinutes }
    const mayHold = await listReleasers(db)
    const current = holdersOf(await readCallbackOrder(db), mayHold)
    const order = asked ? holdersOf(asked, mayHold) : current
    if (asked && order.length < asked.length) {
      throw invalid({ callbackOrder: ['Choose people who may release results'] })
    }
    const changed = changedFields({ ...before, callbackOrder: current }, { ...policy, callbackOrder: order })
    if (changed === null) return
    if (before.twoPersonRelease && !policy.twoPersonRelease && reason === '') {
      throw invalid({ reason: ['Say why one person may release alone: every report will say that it is so'] })
    }
    if (!(await replaceReleaseRules(db, follows, policy))) throw changedMeanwhile('The release policy')
    if (asked) await writeCallbackOrder(db, asked)
    await audit(inside, {
      action: 'release_policy.changed',
      subject,
      before: inNames(changed.before, current),
      after: inNames(changed.after, order),
      reason: reason || undefined,
    })
  })
}

/** Changed fields as the history prints them: an order by its names, which two people may share. */
const inNames = (fields: Readonly<Record<string, unknown>>, order: readonly Holder[]) => ({
  ...fields,
  ...('callbackOrder' in fields && { callbackOrder: order.map(({ fullName }) => fullName) }),
})
