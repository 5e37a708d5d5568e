import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound, required } from '#server/platform/errors.ts'
import type { AuthorizationServer } from './hold-authorization-server.ts'
import { facilityOf, peopleOf } from './queries-access.ts'
import { findRegistered, type RegisteredClient } from './queries-artifacts.ts'
import { grantedTo, permissionsOf } from './smart-scopes.ts'

export type Http = { request: FastifyRequest; reply: FastifyReply }
export type Request = { interaction: Interaction; client: RegisteredClient; granted: string[] }

/**
 * The request of an app that this browser has brought. Its cookie proves it: an address alone, which somebody could send to another
 * person, is not enough to be asked.
 */
export async function requireRequest(
  context: SignedIn,
  server: AuthorizationServer,
  { request, reply }: Http,
): Promise<Request> {
  const provider = await server(context)
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(ifUnknown)
  const client = required(await findRegistered(context.db, interaction.params.client_id), 'This app')
  const isPatient = context.actor.role === 'user'
  return {
    interaction,
    client,
    granted: grantedTo(interaction.params.scope, { isPatient, client: client.scopes }),
  }
}

function ifUnknown(error: unknown): never {
  if (error instanceof Error && error.name === 'SessionNotFound') throw notFound('This request')
  throw error
}

/** What an app asks for, as far as the caller can grant it. */
export async function readRequest(context: SignedIn, server: AuthorizationServer, http: Http) {
  const { db, actor } = context
  const { interaction, client, granted } = await requireRequest(context, server, http)
  const isPatient = actor.role === 'user'
  return {
    id: interaction.uid,
    app: { name: client.name, returnsTo: returnsTo(interaction.params.redirect_uri) },
    scopes: permissionsOf(granted),
    keepsAccess: granted.includes('offline_access'),
    learnsWho: granted.includes('openid'),
    people: isPatient ? await peopleOf(db, actor.accountId) : [],
    facility: isPatient ? null : await facilityOf(db, actor.accountId),
  }
}

function returnsTo(address: string): string {
  const { host, protocol } = new URL(address)
  return host === '' ? protocol.slice(0, -1) : host
}
