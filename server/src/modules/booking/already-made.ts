import { isDeepStrictEqual } from 'node:util'
import type { Visit } from './queries-visits.ts'

type Asked = Partial<
  Pick<Visit, 'status' | 'startsAt' | 'endsAt' | 'chair' | 'patient' | 'priority' | 'tests'>
>

/**
 * Whether the visit's latest change is the one requested at `version`. A caller or a proxy repeats a request whose answer
 * was lost; the repetition succeeds, instead of failing because of its own earlier change.
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
  tests: tests.map((test) => test.code).sort(),
})
