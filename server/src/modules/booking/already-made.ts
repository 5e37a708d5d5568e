import { isDeepStrictEqual } from 'node:util'
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
