import { createHash } from 'node:crypto'
import { type AuditEntry, audit, changedFields } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, notFound, refuseViolationOf } from '#server/platform/errors.ts'
import { lockSite, readSites, type SiteSettings } from './queries-settings.ts'
import { seesSite } from './site-for.ts'

/** The version of a part of the settings: a hash of its content, so that it is the same in every process. */
export function versionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
}

type Fields = Readonly<Record<string, unknown>>

/**
 * Changes a part of the settings in a transaction that has locked it, and audits what differs; writes nothing if nothing does.
 * @throws Refusal if `before` is not the version that the manager has read
 */
export async function changeSettings(
  inside: SignedIn,
  { version, before, after }: { version: string; before: Fields; after: Fields },
  { name, ...entry }: Pick<AuditEntry, 'action' | 'subject'> & { name: string },
  write: () => Promise<unknown>,
): Promise<void> {
  if (versionOf(before) !== version) throw changedMeanwhile(name)
  const changed = changedFields(before, after)
  if (!changed) return
  await write()
  await audit(inside, { ...entry, ...changed })
}

/** Refuses a site that the caller may not see, like an unknown one. */
export function requireSite({ actor }: SignedIn, id: string): void {
  if (!seesSite(actor, id)) throw notFound('This site')
}

/** The site, not locked. */
export async function readSettingsOf({ db }: SignedIn, id: string): Promise<SiteSettings> {
  const [site] = await readSites(db, { id })
  if (!site) throw notFound('This site')
  return site
}

/** The site, locked until the transaction ends. */
export async function lockedSite(inside: SignedIn, id: string): Promise<SiteSettings> {
  if (!(await lockSite(inside.db, id))) throw notFound('This site')
  return readSettingsOf(inside, id)
}

export const refuseTakenName = refuseViolationOf({
  site_name: () => invalid({ name: ['There is a site of this name already'] }),
  chair_name: () => invalid({ name: ['There is a chair of this name already'] }),
})
