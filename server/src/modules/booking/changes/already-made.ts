import { isDeepStrictEqual } from 'node:util'
import { awaitReplicas } from '#server/platform/await-replicas.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Visit } from '../queries-visits.ts'

type Asked = Partial<
  Pick<Visit, 'status' | 'startsAt' | 'endsAt' | 'chair' | 'patient' | 'priority' | 'tests'>
>

/**
 * Whether the visit's latest change is the one requested at `version`, so that the retry of a request whose answer was lost succeeds
 * instead of failing because of its own earlier change. Returns true only when the synchronous standbys have the change.
 */
export async function isAlreadyMade(
  { db }: Context,
  visit: Visit,
  version: number | undefined,
  asked: Asked,
): Promise<boolean> {
  const isMade =
    version !== undefined &&
    visit.version === version + 1 &&
    isDeepStrictEqual(comparable({ ...visit, ...asked }), comparable(visit))
  if (isMade) await awaitReplicas(db)
  return isMade
}

const comparable = ({ tests, ...visit }: Visit) => ({
  ...visit,
  tests: tests.map((test) => `${test.code} ${test.package?.code ?? ''}`).sort(),
})

/**
 * Runs a change a second time if a concurrent change was committed first. That may have been the same request, sent twice: the second
 * run then finds that the change is already made.
 */
export async function againIfOvertaken<Result>(
  version: number | undefined,
  change: () => Promise<Result>,
): Promise<Result> {
  try {
    return await change()
  } catch (error) {
    const isOvertaken = error instanceof Refusal && ['changed_meanwhile', 'slot_taken'].includes(error.code)
    if (version === undefined || !isOvertaken) throw error
    return change()
  }
}
