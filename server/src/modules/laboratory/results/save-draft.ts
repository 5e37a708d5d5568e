import type { BodyOf } from '#contract/endpoint.ts'
import type { saveDraft as contract } from '#contract/results.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { writeDraft } from './queries-results.ts'

/** Saves a draft of results. Each author has their own. */
export async function saveDraft(context: SignedIn, id: string, draft: BodyOf<typeof contract>) {
  const { db, actor, clock } = context
  const saved = await writeDraft(db, await taskOf(context, id), actor.accountId, draft, clock.now())
  if (!saved) {
    throw new Refusal(
      'changed_meanwhile',
      'You continued this draft elsewhere, or results were saved since. Load them to see; nothing was overwritten.',
    )
  }
  return saved
}
