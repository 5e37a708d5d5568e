import type { ApiScope } from '#contract/api-clients.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context, Timed } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { bearer } from '#server/platform/http/serve.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendFrequent } from '#server/platform/limits.ts'
import { noteAppRead } from './apps/queries-access.ts'
import { type Client, findByToken, noteUse } from './queries-clients.ts'

/** The context of a call by an API client. */
export type ClientCall = Context & {
  readonly client: Client
  /** The call reads what it has just written. The audit trail has the write, so the read is not noted. */
  readonly answersWrite?: true
}

const noteEvery = minutes(1)

/** The client of a bearer token. Refuses calls beyond the client’s limit per minute. */
export async function admitClient(context: Context, authorization: string | undefined): Promise<ClientCall> {
  const { db, clock } = context
  const now = clock.now()
  const token = bearer.exec(authorization ?? '')?.[1]
  const client = token === undefined ? null : await findByToken(db, { tokenHash: hashToken(token), now })
  if (!client) throw new Refusal('not_signed_in', 'The access token is missing, unknown or expired')
  await spendCall({ ...context, client })
  await noteUseOf(context, client)
  const before = after(now, -noteEvery)
  const { access } = client
  if (access && (access.lastReadAt === null || access.lastReadAt <= before))
    await noteAppRead(db, access.id, { now, before })
  return { ...context, client }
}

/** Counts a call, or an entry of a batch, against the limit of its client; of an app, for each person who lets it read. */
export const spendCall = (call: ClientCall): Promise<void> =>
  spendOfClient(call, call.client, call.client.access?.id)

export const spendOfClient = (
  context: Timed,
  { id, perMinute }: Pick<Client, 'id' | 'perMinute'>,
  subject = id,
): Promise<void> =>
  spendFrequent(context, { name: 'calls of programs: client', burst: perMinute, perSeconds: 60 }, subject)

/** Notes when a client was used last, to the minute. */
export async function noteUseOf(
  { db, clock }: Timed,
  { id, lastUsedAt }: Pick<Client, 'id' | 'lastUsedAt'>,
): Promise<void> {
  const now = clock.now()
  const before = after(now, -noteEvery)
  if (lastUsedAt === null || lastUsedAt <= before) await noteUse(db, id, { now, before })
}

/** @throws a refusal if the token does not have the scope */
export const requireScope = (call: ClientCall, scope: ApiScope): void => requireOneScope(call, [scope])

/** @throws a refusal if the token has none of the scopes */
export function requireOneScope({ client }: ClientCall, scopes: readonly ApiScope[]): void {
  if (scopes.some((scope) => client.scopes.includes(scope))) return
  const context = client.person ? 'patient/' : client.access ? 'user/' : 'system/'
  const names = scopes.map((scope) => scope.replace('system/', context))
  throw new Refusal('not_allowed', `The access token does not have the scope ${names.join(' or ')}`)
}

/** @throws a refusal if the client reads for a person */
export function requireByItself({ client }: ClientCall): void {
  if (client.access)
    throw new Refusal('not_allowed', 'Apps that people let read cannot export: read Patient/[id]/$everything')
}
