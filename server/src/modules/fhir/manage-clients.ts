import {
  type ApiScope,
  type addApiClient,
  apiScopeNames,
  apiScopes,
  type ClientScope,
} from '#contract/api-clients.ts'
import { appScopeNames } from '#contract/apps.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { keyScopeNames } from '#contract/key-scopes.ts'
import { isOfferedFacility } from '#server/modules/access/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, refuseViolationOf, required, requirePossible } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { newApiKey } from './admit-key.ts'
import { readKeys } from './apps/read-keys.ts'
import { whyNotReturnAddress } from './apps/why-not-return-address.ts'
import { findClient, insertClient, managedBy, readClients, siteIds, writeEnd } from './queries-clients.ts'

type Body = BodyOf<typeof addApiClient>

export const listClients = async ({ db, actor }: SignedIn) => ({
  clients: await readClients(db, managedBy(actor)),
})

/** Registers a client and returns its secret, of which only the hash is stored. */
export async function addClient(
  context: SignedIn,
  { sites: asked, keys: keySet, validDays, ...fields }: Body,
) {
  const { clock, actor } = context
  const sites = [...new Set(asked)]
  await checkSites(context, sites)
  if (fields.facilityId !== null && !(await isOfferedFacility(context.db, fields.facilityId)))
    throw invalid({ facilityId: ['Choose a facility from the list'] })
  const scopes = [...new Set(fields.scopes)]
  const redirectUris = [...new Set(fields.redirectUris)]
  checkScopes(fields.signsInBy, scopes)
  checkKey({ ...fields, validDays })
  checkApp({ ...fields, scopes, redirectUris })
  const keys = fields.signsInBy === 'key' ? readKeys(keySet) : null
  const id = uuidv7(clock)
  const secret = secretOf(fields.signsInBy)
  const now = clock.now()
  const expiresAt = validDays === null ? null : after(now, days(validDays))
  await transact(context, async (inside) => {
    const row = { ...fields, id, scopes, redirectUris, expiresAt, createdBy: actor.accountId, createdAt: now }
    const proofs = {
      secretHash: secret === null ? null : hashToken(secret),
      keys: keys && JSON.stringify(keys),
    }
    await insertClient(inside.db, { ...row, ...proofs }, sites).catch(refuseTakenName)
    const said = { ...fields, scopes, redirectUris, sites, ...(expiresAt && { expiresAt }) }
    await audit(inside, { action: 'api_client.added', subject: { kind: 'api_client', id }, after: said })
  })
  return { message: `${fields.name} is registered.`, id, secret }
}

function secretOf(signsInBy: Body['signsInBy']): string | null {
  if (signsInBy === 'api_key') return newApiKey()
  return signsInBy === 'secret' ? newToken() : null
}

/** A client has the scopes of FHIR, or groups of the contract’s calls if it has an API key. */
function checkScopes(signsInBy: Body['signsInBy'], scopes: readonly ClientScope[]): void {
  const allowed: readonly ClientScope[] = signsInBy === 'api_key' ? keyScopeNames : apiScopeNames
  const wrong = scopes.filter((scope) => !allowed.includes(scope))
  if (wrong.length > 0)
    throw invalid({ scopes: [`A client that signs in this way cannot have ${wrong.join(', ')}`] })
}

/** What an API key has, and what only it has. */
function checkKey({
  signsInBy,
  validDays,
  facilityId,
  redirectUris,
}: Pick<Body, 'signsInBy' | 'validDays' | 'facilityId' | 'redirectUris'>): void {
  if (signsInBy !== 'api_key') {
    if (validDays !== null) throw invalid({ validDays: ['Only an API key expires'] })
    return
  }
  if (validDays === null) throw invalid({ validDays: ['Choose how long the key is valid'] })
  if (facilityId !== null)
    throw invalid({ facilityId: ['An API key is limited to sites: choose no facility'] })
  if (redirectUris.length > 0)
    throw invalid({ redirectUris: ['An app that people use reads through FHIR, not with an API key'] })
}

/** What an app that people use may have, and what only it may have. */
function checkApp({
  scopes,
  redirectUris,
  signsInBy,
  keepsAccess,
  facilityId,
  launchUrl,
}: Omit<Body, 'sites' | 'keys' | 'validDays'>): void {
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
    const { name } = required(await findClient(db, managedBy(actor), id), 'This API client')
    const isEnded = await writeEnd(db, id, { endedBy: actor.accountId, endedAt: clock.now() })
    requirePossible(isEnded ? null : `${name} has already ended.`)
    await audit(inside, { action: 'api_client.ended', subject: { kind: 'api_client', id }, before: { name } })
    return { message: `${name} is ended.` }
  })
}
