import { apiScopeNames } from '#contract/api-clients.ts'
import { sandboxScopes } from '#contract/developers.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spendOfNetwork } from '#server/platform/limits.ts'
import { newApiKey } from '../admit-key.ts'
import { insertClient } from '../queries-clients.ts'
import { findManager } from '../queries-keys.ts'

const limit: Limit = { name: 'sandbox keys: network', burst: 10, perSeconds: 3600 }
const perMinute = 60
/** A sandbox client of FHIR reads, enters patients and books. It sends nothing to addresses that strangers enter. */
const fhirScopes = apiScopeNames.filter(
  (name) =>
    (name.endsWith('.rs') && name !== 'system/AuditEvent.rs') ||
    name === 'system/Patient.c' ||
    name === 'system/Appointment.cu',
)

/** A key and a client of FHIR for the data of a demonstration, valid for a day. Its manager is the one who made them. */
export async function giveSandboxKey(context: Context) {
  const { db, clock, config } = context
  const manager = config.demo?.signIns.find(({ role }) => role === 'admin')
  const createdBy = manager && (await findManager(db, manager.email))
  if (!createdBy)
    throw notPossible('Only a demonstration gives keys to everybody. Ask a manager of the laboratory.')
  await spendOfNetwork(context, limit)
  const [key, secret, now] = [newApiKey(), newToken(), clock.now()]
  const scopes = [...sandboxScopes]
  const expiresAt = after(now, days(1))
  const [keyId, clientId] = [uuidv7(clock), uuidv7(clock)]
  const made = [
    { id: keyId, name: `Sandbox ${keyId}`, signsInBy: 'api_key' as const, scopes, secret: key },
    {
      ...{ id: clientId, name: `Sandbox for FHIR ${clientId}`, signsInBy: 'secret' as const },
      ...{ scopes: fhirScopes, secret },
    },
  ]
  await transact(context, async (inside) => {
    for (const { secret: proof, ...client } of made) {
      const row = { ...client, perMinute, expiresAt, secretHash: hashToken(proof), createdBy, createdAt: now }
      await insertClient(inside.db, row, [])
      const { id, name, scopes: granted } = client
      const said = { name, scopes: granted, perMinute, expiresAt }
      await audit(inside, {
        action: 'api_client.added',
        subject: { kind: 'api_client', id },
        after: said,
      })
    }
  })
  return { key, scopes, perMinute, expiresAt, fhir: { clientId, secret } }
}
