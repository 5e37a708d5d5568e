import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '#server/platform/errors.ts'
import type { Visit } from './queries-visits.ts'

type Asked = Partial<
  Pick<Visit, 'status' | 'startsAt' | 'endsAt' | 'chair' | 'patient' | 'priority' | 'tests'>
>

/**
 * Whether the visit's latest change is the one requested at `version`, so that the retry of a request whose answer was lost succeeds
 * instead of failing because of its own earlier change.
 */
export function isAlreadyMade(visit: Visit, version: number | undefined, asked: Asked): boolean {
  return (
    version !== undefined &&
    visit.version === version + 1 &&
    isDeepStrictEqual(comparable({ ...visit, ...asked }), comparable(visit))
  )
}

const comparable = ({ tests, ...visit }: Visit) => ({
  ...visit,
  tests: tests.map((test) => `${test.code} ${test.package?.code ?? ''}`).sort(),
})

/**
 * Runs a change once more if another change at the same moment was first: it may have been the same request, sent twice, which is
 * then found to be made.
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
