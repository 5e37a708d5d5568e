import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Interaction } from 'oidc-provider'
import { isStaff } from '#contract/options.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound, required } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import type { AuthorizationServer } from './hold-authorization-server.ts'
import { facilityOf, peopleOf } from './queries-access.ts'
import { findRegistered, type RegisteredClient } from './queries-artifacts.ts'
import { findLaunch, type Launch } from './queries-launches.ts'
import { requirePatients } from './require-patients.ts'
import { grantedTo, permissionsOf, scopesIn } from './smart-scopes.ts'

export type Http = { request: FastifyRequest; reply: FastifyReply }
export type Request = {
  interaction: Interaction
  client: RegisteredClient
  granted: string[]
  /** The patient of the screen that the app was opened from. */
  launch: Launch | null
  /** Whether the app would read about one person. */
  isOfOne: boolean
  /** Whether a clinician finds this person among the patients of the facility, or staff among those of their sites. */
  choosesPatient: boolean
}

/**
 * The request of an app that has sent this browser here. The cookie of the request proves it: an address could have been forwarded by
 * somebody else.
 */
export async function requireRequest(
  context: SignedIn,
  server: AuthorizationServer,
  { request, reply }: Http,
): Promise<Request> {
  const provider = await server()
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(ifUnknown)
  // A second answer would make a second access.
  if (interaction.result) throw notFound('This request')
  const client = required(
    await findRegistered(context.db, interaction.params.client_id, context.clock.now()),
    'This app',
  )
  const launch = await launchOf(context, interaction)
  const { actor } = context
  requirePatients(context)
  const { scope } = interaction.params
  const choosesPatient =
    launch === null &&
    (isStaff(actor.role) || (actor.role === 'clinician' && scopesIn(scope).includes('launch/patient')))
  const isOfOne = actor.role === 'user' || launch !== null || choosesPatient
  const hasVisit = launch !== null && launch.visitId !== null
  const granted = grantedTo(scope, { isOfOne, hasVisit, client: client.scopes })
  return { interaction, client, granted, launch, isOfOne, choosesPatient }
}

/** The person who answers has to be the one who opened the app. */
async function launchOf({ db, actor, clock }: SignedIn, { params }: Interaction): Promise<Launch | null> {
  if (params.launch === undefined) return null
  const key = { tokenHash: hashToken(params.launch), clientId: params.client_id, now: clock.now() }
  const launch = await findLaunch(db, key)
  if (launch?.accountId !== actor.accountId) throw notFound('This request')
  return launch
}

function ifUnknown(error: unknown): never {
  if (error instanceof Error && error.name === 'SessionNotFound') throw notFound('This request')
  throw error
}

/** What an app asks for, as far as the caller can grant it. */
export async function readRequest(context: SignedIn, server: AuthorizationServer, http: Http) {
  const { db, actor } = context
  const { interaction, client, granted, launch, isOfOne, choosesPatient } = await requireRequest(
    context,
    server,
    http,
  )
  return {
    id: interaction.uid,
    app: { name: client.name, returnsTo: returnsTo(interaction.params.redirect_uri) },
    scopes: permissionsOf(granted),
    keepsAccess: granted.includes('offline_access'),
    learnsWho: granted.includes('openid'),
    people: await peopleFor(context, launch),
    choosesPatient,
    facility: isOfOne ? null : await facilityOf(db, actor.accountId),
  }
}

/** The persons about whom the caller can let the app read. */
export async function peopleFor({ db, actor }: SignedIn, launch: Launch | null) {
  if (launch) return [{ id: launch.personId, fullName: launch.fullName }]
  return actor.role === 'user' ? peopleOf(db, actor.accountId) : []
}

function returnsTo(address: string): string {
  const { host, protocol } = new URL(address)
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1)
}
