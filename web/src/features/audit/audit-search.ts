import { isAction } from '#contract/audit-actions.ts'
import { readDay } from '../../lib/times.ts'

/**
 * What the trail is narrowed by, in its address. People and things stand there by their ids only: names, references
 * and e-mails that are typed are health data and stay out of it.
 */
export type AuditSearch = {
  action: string | undefined
  by: string | undefined
  about: string | undefined
  from: string | undefined
  to: string | undefined
}

type Key = keyof AuditSearch

/** What an address says, as far as it means anything. */
export function readAuditSearch(given: Partial<Record<Key, unknown>>): AuditSearch {
  const text = (key: Key, form: RegExp) => {
    const said = given[key]
    return typeof said === 'string' && form.test(said) ? said : undefined
  }
  const action = text('action', /^[a-z_.]+$/)
  return {
    action: action !== undefined && isAction(action) ? action : undefined,
    by: text('by', /^[0-9a-f-]{36}$/),
    about: text('about', /^[\w:.-]{1,60}$/),
    from: readDay(given.from),
    to: readDay(given.to),
  }
}
