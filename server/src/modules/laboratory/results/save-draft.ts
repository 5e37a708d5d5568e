import type { BodyOf } from '#contract/endpoint.ts'
import type { saveDraft as contract } from '#contract/results.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { taskOf } from '../tasks/list-tasks.ts'
import { writeDraft } from './queries-results.ts'

/** Saves a draft of results. Each author has their own. */
export async function saveDraft(
  context: SignedIn,
  id: string,
  { typed, revision, resultsRevision }: BodyOf<typeof contract>,
): Promise<{ revision: number }> {
  const task = await taskOf(context, id)
  const saved = await writeDraft(context.db, task, {
    accountId: context.actor.accountId,
    typed,
    follows: revision,
    resultsRevision,
    now: context.clock.now(),
  })
  if (saved === null) {
    throw new Refusal(
      'changed_meanwhile',
      'This draft went on elsewhere, or results were saved since. Load them to see; nothing was overwritten.',
    )
  }
  return { revision: saved }
}
