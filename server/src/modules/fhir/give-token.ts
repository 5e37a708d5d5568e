import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { transact } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { byNetwork, giveBack, type Limit, spend } from '#server/platform/limits.ts'
import { forgetOldExports } from './export/start-export.ts'
import { forgetTokens, holdBySecret, insertToken } from './queries-clients.ts'
import { uuidForm } from './queries-conditions.ts'

/** Five minutes, as SMART Backend Services recommends. Ending a client ends its tokens at once. */
const tokenLife = minutes(5)
/** Limits the load: secrets have 256 random bits and cannot be guessed. Successful requests do not count. */
const triesOfNetwork: Limit = { name: 'FHIR tokens: network', burst: 30, perSeconds: 600 }
const tokensOfClient: Limit = { name: 'FHIR tokens: client', burst: 60, perSeconds: 600 }

/** An error response of RFC 6749, section 5.2. */
export class TokenRefusal extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

const wrongClient = () =>
  new TokenRefusal('invalid_client', 'The client or its secret is wrong, or the client is ended', 401)

/** Gives an access token for the credentials of a client (RFC 6749, section 4.4). */
export async function giveToken(context: Context, authorization: string | undefined, form: URLSearchParams) {
  const limits = byNetwork(triesOfNetwork, context.network)
  for (const [limit, network] of limits) await spend(context, limit, network)
  for (const name of new Set(form.keys()))
    if (form.getAll(name).length > 1) throw new TokenRefusal('invalid_request', `Send ${name} once`)
  const { id, secret } = credentialsOf(authorization, form)
  const type = form.get('grant_type')
  if (type === null || type === '') throw new TokenRefusal('invalid_request', 'grant_type is required')
  if (type !== 'client_credentials')
    throw new TokenRefusal('unsupported_grant_type', 'The only grant type is client_credentials')
  const now = context.clock.now()
  const token = newToken()
  const scopes = await transact(context, async ({ db }) => {
    const client = await holdBySecret(db, { id, secretHash: hashToken(secret) })
    if (!client) throw wrongClient()
    const asked = scopesOf(form.get('scope'), client.scopes)
    const expiresAt = after(now, tokenLife)
    const row = { tokenHash: hashToken(token), clientId: id, scopes: asked, createdAt: now, expiresAt }
    await insertToken(db, row)
    return asked
  })
  await spend(context, tokensOfClient, id)
  for (const [limit, network] of limits) await giveBack(context, limit, network)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: tokenLife / 1000,
    scope: scopes.join(' '),
  }
}

function scopesOf<Scope extends string>(asked: string | null, granted: readonly Scope[]): Scope[] {
  const names = (asked ?? '').split(' ').filter((name) => name !== '')
  if (names.length === 0) return [...granted]
  const scopes = granted.filter((scope) => names.includes(scope))
  const missing = names.find((name) => !granted.some((scope) => scope === name))
  if (missing !== undefined)
    throw new TokenRefusal('invalid_scope', `This client may not use the scope ${missing}`)
  return scopes
}

/** From the header (client_secret_basic) or from the form (client_secret_post), never from both. */
function credentialsOf(
  authorization: string | undefined,
  form: URLSearchParams,
): { id: string; secret: string } {
  const [, basic] = /^Basic ([A-Za-z0-9+/=]{1,400})$/i.exec(authorization ?? '') ?? []
  if (authorization !== undefined && basic === undefined) throw wrongClient()
  if (basic !== undefined && form.has('client_secret'))
    throw new TokenRefusal('invalid_request', 'Send the secret in the header or in the form, not in both')
  const [id, secret] =
    basic === undefined ? [form.get('client_id'), form.get('client_secret')] : basicParts(basic)
  if (!id || !secret || !uuidForm.test(id)) throw wrongClient()
  if (basic !== undefined && form.has('client_id') && form.get('client_id') !== id) throw wrongClient()
  return { id, secret }
}

function basicParts(basic: string): [string | null, string | null] {
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString().split(':')
  try {
    return [decodeURIComponent(id), decodeURIComponent(rest.join(':'))]
  } catch {
    return [null, null]
  }
}

/** Deletes expired tokens and exports that can no longer be read. */
export async function forgetExpiredTokens(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await forgetTokens(context.db, context.clock.now())
  await forgetOldExports(context)
}
