import { type KeyScope, keyPrefix, keyScopes } from '#contract/key-scopes.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Actor, SignedIn } from '#server/platform/context.ts'
import { Refusal, required } from '#server/platform/errors.ts'
import type { Base } from '#server/platform/http/serve.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { noteUseOf, spendOfClient } from './admit-client.ts'
import { findByKey, findOwnKey } from './queries-keys.ts'

/** With the length of a key, since the token of a session may begin like one by chance. */
const form = new RegExp(`^${keyPrefix}[\\w-]{43}$`)

export const isApiKey = (token: string): boolean => form.test(token)

export const newApiKey = (): string => `${keyPrefix}${newToken()}`

/**
 * The program of an API key, as a member of staff of its sites with the permissions of its scopes. Read from the database at each call,
 * so that an ended key is refused by each process at once. Counts the call against the limit of the key.
 */
export async function admitKey(base: Base, token: string): Promise<Actor> {
  const keyHash = hashToken(token)
  const key = await findByKey(base.db, keyHash, base.clock.now())
  if (!key) throw new Refusal('not_signed_in', 'The API key is unknown, has expired or was ended')
  await spendOfClient(base, key)
  await noteUseOf(base, key)
  const { id, name, scopes, sites } = key
  return {
    accountId: id,
    role: 'technician',
    fullName: name,
    email: '',
    permissions: permissionsOf(scopes),
    sites,
    sessionHash: keyHash,
    program: { name, scopes },
  }
}

const permissionsOf = (scopes: readonly KeyScope[]): Permission[] =>
  scopes.flatMap((scope) => [...keyScopes[scope].grants])

export const readOwnKey = async ({ db, actor, clock }: SignedIn) =>
  required(await findOwnKey(db, actor.accountId, clock.now()), 'This API key')
