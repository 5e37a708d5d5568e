import type { Identifier } from '#contract/people.ts'
import { identifierName } from './contact-rules.ts'

/** How an entry of the audit trail names an identifier: `end` has its last characters; `now` says what was done with it. */
type AuditedIdentifier = { system: string; end: string; now?: 'added' | 'changed' }

/** The end of a shorter number would disclose too much of it. */
const shortest = 8

const named = ({ system, value }: Identifier): AuditedIdentifier => ({
  system,
  end: value.length < shortest ? '…' : `…${value.slice(-2)}`,
})

type WithIdentifiers = { identifiers?: readonly Identifier[] }

/**
 * Identifiers in the form of the audit trail. Entries are chained, so a whole identifier in them could never be encrypted or erased. An
 * identifier of `before` that is missing in `after` was changed or removed.
 */
function auditedIdentifiers(
  before: readonly Identifier[],
  after: readonly Identifier[],
): Record<'before' | 'after', AuditedIdentifier[]> {
  const had = new Map(before.map((one) => [identifierName(one), one.value]))
  const gone = before.filter((one) => !after.some((two) => identifierName(two) === identifierName(one)))
  const how = (one: Identifier): AuditedIdentifier['now'] => {
    const value = had.get(identifierName(one))
    if (value !== undefined) return value === one.value ? undefined : 'changed'
    return gone.some(({ system }) => system.toLowerCase() === one.system.toLowerCase()) ? 'changed' : 'added'
  }
  return {
    before: before.map(named),
    after: after.map((one) => {
      const now = how(one)
      return { ...named(one), ...(now && { now }) }
    }),
  }
}

/** The `after` of the audit entry for a new person. */
export const auditedPerson = <Said extends { identifiers: readonly Identifier[] }>(said: Said) => ({
  ...said,
  identifiers: auditedIdentifiers([], said.identifiers).after,
})

/** The changed fields in the form of the audit trail. */
export function auditedChange({ before, after }: Record<'before' | 'after', Record<string, unknown>>) {
  if (!('identifiers' in after)) return { before, after }
  const [had, has] = [before, after].map((state) => (state as WithIdentifiers).identifiers ?? [])
  const audited = auditedIdentifiers(had ?? [], has ?? [])
  return {
    before: { ...before, identifiers: audited.before },
    after: { ...after, identifiers: audited.after },
  }
}
