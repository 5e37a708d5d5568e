import type { changeDhis2Connection, changeDhis2OrgUnit } from '#contract/dhis2.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { whyNotAddress } from '#server/modules/fhir/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  notAllowed,
  refuseViolationOf,
  required,
} from '#server/platform/errors.ts'
import {
  type ConnectionRow,
  findConnection,
  type LineRow,
  readCountable,
  readLines,
  readSites,
  writeConnection,
  writeOrgUnit,
} from './queries-settings.ts'

/** The connection and the lines are those of all sites. */
export function requireAllSites({ actor }: SignedIn): void {
  if (actor.sites !== null) throw notAllowed('Only staff who see all sites set up what is sent to DHIS2.')
}

export async function readSettings({ db, actor }: SignedIn) {
  const connection = await findConnection(db)
  const lines = await readLines(db, actor.accountId)
  const seen = lines.filter(({ isSeen }) => isSeen)
  return {
    connection: connection && presentConnection(connection),
    sites: await readSites(db, actor.sites),
    lines: seen.map(presentLine),
    hidden: lines.length - seen.length,
    maySetUp: actor.sites === null,
  }
}

const presentConnection = ({ secret: _secret, sendsFrom: _from, ...rest }: ConnectionRow) => rest

export const presentLine = ({ outcomeValues, ...line }: LineRow) => ({ ...line, values: outcomeValues })

export async function readTests({ db, actor }: SignedIn) {
  return { tests: await readCountable(db, actor.accountId) }
}

/**
 * Sets the connection. A secret is only sent to the address and for the user that it was entered for: whoever changes these enters it
 * again.
 */
export async function changeConnection(
  context: SignedIn,
  { version, address: typed, secret, ...fields }: BodyOf<typeof changeDhis2Connection>,
) {
  requireAllSites(context)
  const address = typed.replace(/\/+$/, '').replace(/\/api$/, '')
  const whyNot = whyNotAddress(address, context.config.webhooksToPrivate) ?? whyNotBase(address)
  if (whyNot !== null) throw invalid({ address: [whyNot] })
  return transact(context, async (inside) => {
    const { db, clock } = inside
    const before = await findConnection(db)
    const isSame = before?.address === address && before.username === fields.username
    const kept = secret || (isSame ? before.secret : '')
    if (kept === '') throw invalid({ secret: [before ? askAgain : 'Token or password is required'] })
    // Months that were over before are sent by staff.
    const thisMonth = clock.now().toISOString().slice(0, 7)
    const sendsFrom = fields.sendDay === null ? null : (before?.sendsFrom ?? thisMonth)
    const row = { ...fields, address, secret: kept, sendsFrom }
    if (!(await writeConnection(db, version, row))) throw changedMeanwhile('The connection')
    const { secret: _secret, ...said } = row
    const subject = { kind: 'dhis2', id: 'connection' }
    const changes = changedFields(before ?? {}, said)
    const after = { ...changes?.after, ...(secret !== '' && { secret: 'entered' }) }
    await audit(inside, { action: 'dhis2.connected', subject, before: changes?.before, after })
    return { message: 'The connection to DHIS2 is saved.' }
  })
}

const askAgain = 'Enter the token or password again, since the address or the user name changes'
const whyNotBase = (address: string) =>
  new URL(address).search === '' ? null : 'The address cannot contain a question mark'

export async function changeOrgUnit(
  context: SignedIn,
  siteId: string,
  { orgUnit }: BodyOf<typeof changeDhis2OrgUnit>,
) {
  requireAllSites(context)
  return transact(context, async (inside) => {
    const sites = await readSites(inside.db, inside.actor.sites)
    const site = required(
      sites.find(({ id }) => id === siteId),
      'This site',
    )
    await writeOrgUnit(inside.db, siteId, orgUnit).catch(refuseTakenUnit)
    const subject = { kind: 'site', id: siteId }
    const changes = { before: { orgUnit: site.orgUnit }, after: { orgUnit } }
    await audit(inside, { action: 'dhis2.org_unit', subject, ...changes })
    return { message: `The organisation unit of ${site.name} is saved.` }
  })
}

const refuseTakenUnit = refuseViolationOf({
  dhis2_org_unit_org_unit_key: () => invalid({ orgUnit: ['Another site has this organisation unit'] }),
})
