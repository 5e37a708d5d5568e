import { randomBytes } from 'node:crypto'
import { CompactSign } from 'jose'
import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import type { ReportResources } from '../report-values.ts'
import { cardBundle } from './card-bundle.ts'
import { signingKey } from './card-keys.ts'
import { compressed } from './card-text.ts'
import { insertCard } from './queries-cards.ts'

const limit: Limit = { name: 'health cards: account', burst: 20, perSeconds: 3600 }

export const cardTypes = ['https://smarthealth.cards#health-card', 'https://smarthealth.cards#laboratory']

type Visit = { siteId: string; id: string }

/**
 * Signs the values of the latest report of a visit, as FHIR shows them. The caller has checked that the account may read the report. Withdrawn
 * results are left out, and FHIR shows no confidential tests. Null: the report has no values.
 */
export async function issueCard(
  context: Context,
  visit: Visit,
  { report, patient, results, members }: ReportResources,
  { accountId, reason }: { accountId: string; reason?: string },
): Promise<string | null> {
  const { clock, config } = context
  await spend(context, limit, accountId)
  const values = [...results, ...members].filter(
    ({ status, hasMember }) => status !== 'entered-in-error' && hasMember === undefined,
  )
  if (!patient || values.length === 0) return null
  const { id: keyId, key } = await signingKey(context)
  const now = clock.now()
  const rid = randomBytes(9).toString('base64url')
  const credentialSubject = { fhirVersion: '4.0.1', fhirBundle: cardBundle(patient, values) }
  const payload = compressed({
    iss: config.publicUrl,
    nbf: Math.floor(now.getTime() / 1000),
    vc: { type: cardTypes, credentialSubject, rid },
  })
  const jws = await new CompactSign(payload)
    .setProtectedHeader({ alg: 'ES256', zip: 'DEF', kid: keyId })
    .sign(key)
  const version = Number(report.meta?.versionId)
  await transact(context, async (inside) => {
    const row = { siteId: visit.siteId, id: uuidv7(clock), visitId: visit.id, version, rid, keyId }
    await insertCard(inside.db, { ...row, madeBy: accountId, madeAt: now })
    await audit(inside, {
      action: 'health_card.made',
      subject: { kind: 'visit', id: visit.id },
      after: { card: row.id, version },
      reason,
    })
  })
  return jws
}
