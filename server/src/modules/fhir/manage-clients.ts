import { type ApiScope, type addApiClient, apiScopes } from '#contract/api-clients.ts'
import { appScopeNames } from '#contract/apps.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { isOfferedFacility } from '#server/modules/access/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, refuseViolationOf, required, requirePossible } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { readKeys } from './apps/read-keys.ts'
import { whyNotReturnAddress } from './apps/why-not-return-address.ts'
import { findClient, insertClient, readClients, siteIds, writeEnd } from './queries-clients.ts'

type Body = BodyOf<typeof addApiClient>

export const listClients = async ({ db, actor }: SignedIn) => ({
  clients: await readClients(db, actor.sites),
})

/** Registers a client and returns its secret, of which only the hash is stored. */
export async function addClient(context: SignedIn, { sites: asked, keys: keySet, ...fields }: Body) {
  const { clock, actor } = context
  const sites = [...new Set(asked)]
  await checkSites(context, sites)
  if (fields.facilityId !== null && !(await isOfferedFacility(context.db, fields.facilityId)))
    throw invalid({ facilityId: ['Choose a facility from the list'] })
  const scopes = [...new Set(fields.scopes)]
  const redirectUris = [...new Set(fields.redirectUris)]
  checkApp({ ...fields, scopes, redirectUris })
  const keys = fields.signsInBy === 'key' ? readKeys(keySet) : null
  const id = uuidv7(clock)
  const secret = fields.signsInBy === 'secret' ? newToken() : null
  await transact(context, async (inside) => {
    const row = { ...fields, id, scopes, redirectUris, createdBy: actor.accountId, createdAt: clock.now() }
    const proofs = {
      secretHash: secret === null ? null : hashToken(secret),
      keys: keys && JSON.stringify(keys),
    }
    await insertClient(inside.db, { ...row, ...proofs }, sites).catch(refuseTakenName)
    const after = { ...fields, scopes, redirectUris, sites }
    await audit(inside, { action: 'api_client.added', subject: { kind: 'api_client', id }, after })
  })
  return { message: `${fields.name} is registered.`, id, secret }
}

/** What an app that people use may have, and what only it may have. */
function checkApp({
  scopes,
  redirectUris,
  signsInBy,
  keepsAccess,
  facilityId,
  launchUrl,
}: Omit<Body, 'sites' | 'keys'>): void {
  if (redirectUris.length === 0) {
    if (signsInBy === 'nothing')
      throw invalid({ signsInBy: ['A program that reads by itself needs a secret or a key'] })
    if (launchUrl !== '') throw invalid({ launchUrl: ['Only an app that people use is opened from screens'] })
    if (keepsAccess) throw invalid({ keepsAccess: ['Only an app that people use can keep its access'] })
    return
  }
  for (const address of redirectUris) {
    const whyNot = whyNotReturnAddress(address)
    if (whyNot !== null) throw invalid({ redirectUris: [`${address}: ${whyNot}`] })
  }
  const whyNotOpened = launchUrl === '' ? null : whyNotReturnAddress(launchUrl)
  if (whyNotOpened !== null) throw invalid({ launchUrl: [whyNotOpened] })
  if (!scopes.every((scope) => appScopeNames.some((one) => one === scope)))
    throw invalid({ scopes: [`An app that people use can only read ${sayScopes(appScopeNames)}`] })
  if (facilityId !== null)
    throw invalid({ facilityId: ['An app reads what the person who uses it may read: choose no facility'] })
}

const sayScopes = (names: readonly ApiScope[]) =>
  names.map((name) => apiScopes[name].toLowerCase()).join(', ')

/** A manager of some sites registers clients of these sites only. */
async function checkSites({ db, actor }: SignedIn, sites: readonly string[]): Promise<void> {
  if (sites.length === 0 && actor.sites !== null) throw invalid({ sites: ['Choose from your sites'] })
  const known = actor.sites ?? (await siteIds(db))
  if (!sites.every((site) => known.includes(site))) throw invalid({ sites: ['Choose sites from the list'] })
}

const refuseTakenName = refuseViolationOf({
  api_client_name: () => invalid({ name: ['There is an API client with this name'] }),
})

export async function endClient(context: SignedIn, id: string) {
  return transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const { name } = required(await findClient(db, actor.sites, id), 'This API client')
    const isEnded = await writeEnd(db, id, { endedBy: actor.accountId, endedAt: clock.now() })
    requirePossible(isEnded ? null : `${name} has already ended.`)
    await audit(inside, { action: 'api_client.ended', subject: { kind: 'api_client', id }, before: { name } })
    return { message: `${name} is ended.` }
  })
}
