import type { Naming } from '#contract/options.ts'
import { invalid } from '#server/platform/errors.ts'

/** Refuses a name where it is not known, none where it is, and a mother of somebody who is not a baby; `name` is its field. */
export function refuseMixedNames(
  stated: {
    naming: Naming
    fullName: string | undefined
    mother: string | undefined
    birthOrder: number | undefined
  },
  name = 'fullName',
): void {
  const { naming, fullName, mother, birthOrder } = stated
  if (naming === 'named' && fullName === undefined) throw invalid({ [name]: ['Full name is required'] })
  if (naming !== 'named' && fullName !== undefined) {
    throw invalid({ [name]: ['Leave the name out, or say that it is known'] })
  }
  if (naming === 'baby') return
  if (mother !== undefined) throw invalid({ mother: ['A mother is given only for a baby without a name'] })
  if (birthOrder !== undefined) throw invalid({ birthOrder: ['Only babies without a name are numbered'] })
}
