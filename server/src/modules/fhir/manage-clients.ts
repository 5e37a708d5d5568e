import type { addApiClient } from '#contract/api-clients.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { isOfferedFacility } from '#server/modules/access/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, refuseViolationOf, required, requirePossible } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { findClient, insertClient, readClients, siteIds, writeEnd } from './queries-clients.ts'

type Body = BodyOf<typeof addApiClient>

export const listClients = async ({ db, actor }: SignedIn) => ({
  clients: await readClients(db, actor.sites),
})

/** Registers a client and returns its secret, of which only the hash is stored. */
export async function addClient(context: SignedIn, { sites: asked, ...fields }: Body) {
  const { clock, actor } = context
  const sites = [...new Set(asked)]
  await checkSites(context, sites)
  if (fields.facilityId !== null && !(await isOfferedFacility(context.db, fields.facilityId)))
    throw invalid({ facilityId: ['Choose a facility from the list'] })
  const id = uuidv7(clock)
  const secret = newToken()
  const scopes = [...new Set(fields.scopes)]
  await transact(context, async (inside) => {
    const row = { ...fields, id, scopes, createdBy: actor.accountId, createdAt: clock.now() }
    await insertClient(inside.db, { ...row, secretHash: hashToken(secret) }, sites).catch(refuseTakenName)
    const after = { ...fields, scopes, sites }
    await audit(inside, { action: 'api_client.added', subject: { kind: 'api_client', id }, after })
  })
  return { message: `${fields.name} is registered.`, id, secret }
}

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
