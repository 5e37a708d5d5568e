import Provider, { errors } from 'oidc-provider'
import type { ApiScope } from '#contract/api-clients.ts'
import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/ids.ts'
import { networkOf } from '#server/platform/network.ts'
import { endAccess } from './end-access.ts'
import {
  accessOf,
  consumeArtifact,
  deleteArtifact,
  deleteOfAccess,
  findArtifact,
  insertArtifactOnce,
  upsertArtifact,
} from './queries-artifacts.ts'
import { permissionsOf, permissionsOfClient, scopesIn } from './smart-scopes.ts'

/** What the authorization server keeps of an artifact. Names are those of the library. */
type Payload = {
  jti?: string
  clientId?: string
  grantId?: string
  scope?: string
  iss?: string
  params?: { client_id?: string }
  consumed?: number
} & { [name: string]: unknown }

/** The kinds that belong to the access of an app. */
const ofAccess = ['AccessToken', 'AuthorizationCode', 'Grant', 'RefreshToken']

/**
 * Stores artifacts of one kind for the authorization server, by the hash of their id: whoever reads the database finds no token. Sessions
 * are not stored: the library would sign in whoever uses the browser next.
 */
export class ArtifactStore {
  readonly #context: Context
  readonly #kind: string
  readonly #scopesOfClient: (clientId: string) => Promise<readonly ApiScope[]>

  constructor(
    context: Context,
    kind: string,
    scopesOfClient: (clientId: string) => Promise<readonly ApiScope[]>,
  ) {
    this.#context = context
    this.#kind = kind
    this.#scopesOfClient = scopesOfClient
  }

  /** With the network of the request that is being answered, for the audit trail. */
  get #ofRequest(): Context {
    const address = Provider.ctx?.ip
    return address === undefined ? this.#context : { ...this.#context, network: networkOf(address) }
  }

  #key(id: string) {
    return { idHash: hashToken(id), kind: this.#kind }
  }

  async upsert(id: string, { jti: _, ...payload }: Payload, seconds: number): Promise<void> {
    if (this.#kind === 'Session') return
    const { db, clock } = this.#context
    const now = clock.now()
    const row = {
      ...this.#key(id),
      clientId: payload.clientId ?? payload.params?.client_id ?? payload.iss ?? '',
      accessId: ofAccess.includes(this.#kind) ? (payload.grantId ?? id) : null,
      scopes: await this.#permissionsOf(payload),
      payload: JSON.stringify(payload),
      createdAt: now,
      expiresAt: after(now, seconds * 1000),
    }
    if (this.#kind === 'ReplayDetection') {
      if (!(await insertArtifactOnce(db, row)))
        throw new errors.InvalidClientAuth('client assertion tokens must only be used once')
      return
    }
    if (this.#kind !== 'AccessToken') return upsertArtifact(db, row)
    await transact(this.#ofRequest, async (inside) => {
      await upsertArtifact(inside.db, row)
      await audit(inside, {
        action: 'app_access.token_given',
        subject: { kind: 'app_access', id: row.accessId ?? '' },
        after: { scopes: row.scopes },
      })
    })
  }

  async #permissionsOf({ scope, clientId = '' }: Payload): Promise<ApiScope[]> {
    if (this.#kind === 'AccessToken') return permissionsOf(scopesIn(scope))
    if (this.#kind !== 'ClientCredentials') return []
    const found = permissionsOfClient(scope, await this.#scopesOfClient(clientId))
    if ('refused' in found) throw new errors.InvalidScope('this client may not use the scope', found.refused)
    return found.scopes
  }

  async find(id: string): Promise<Payload | undefined> {
    if (this.#kind === 'Session') return undefined
    const { db, clock } = this.#context
    const found = await findArtifact(db, this.#key(id), clock.now())
    if (!found) return undefined
    return {
      ...found.payload,
      jti: id,
      ...(found.consumedAt && { consumed: found.consumedAt.getTime() / 1000 }),
    }
  }

  /** Two uses of a code or refresh token at the same moment count as theft, like two uses one after the other. */
  async consume(id: string): Promise<void> {
    const { db, clock } = this.#context
    if (await consumeArtifact(db, this.#key(id), clock.now())) return
    const accessId = await accessOf(db, this.#key(id))
    if (accessId !== null)
      await endAccess(this.#ofRequest, accessId, { by: null, reason: 'A code or token was used twice' })
    throw new errors.InvalidGrant('the code or token was already used')
  }

  async destroy(id: string): Promise<void> {
    if (this.#kind === 'Grant')
      await endAccess(this.#ofRequest, id, {
        by: null,
        reason: 'By the app, or a code or token was used twice',
      })
    else await deleteArtifact(this.#context.db, this.#key(id))
  }

  revokeByGrantId(accessId: string): Promise<void> {
    return deleteOfAccess(this.#context.db, accessId, this.#kind)
  }
}
