import { invalid } from '#server/platform/errors.ts'
import type { OperationAsked } from '../kind.ts'
import { refuseNul, tokenOf } from '../queries-conditions.ts'

/** A code that an operation asks about. A null system: it was not named. */
export type AskedCoding = { system: string | null; code: string; display: string | null }

/**
 * The codes of an operation: `code` and the system in the parameter `systemName`, or `coding`, or `codeableConcept`.
 * @throws a refusal if there is none, or one with a character that cannot be searched
 */
export function askedCodings(
  { params }: OperationAsked,
  systemName: 'system' | 'url',
): [AskedCoding, ...AskedCoding[]] {
  const code = params.get('code')
  const named =
    code === null ? [] : [{ system: params.get(systemName), code, display: params.get('display') }]
  const codings = [...params.getAll('coding'), ...params.getAll('codeableConcept')]
  const asked = [...named, ...codings.map((value) => ({ ...tokenOf(value), display: null }))]
  const [first, ...others] = asked
  if (!first) throw invalid({ code: ['Give a code with its system, or a coding'] })
  for (const one of asked) refuseNul(one.code, 'code')
  return [first, ...others]
}
