import { accessDays, accessMinutes } from '#contract/apps.ts'
import { isStaff } from '#contract/options.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days, minutes } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound, requirePossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { AuthorizationServer } from './hold-authorization-server.ts'
import { insertAccess } from './queries-access.ts'
import { isPatientAtSites, isPatientOfFacility } from './queries-launches.ts'
import { type Http, peopleFor, type Request, requireRequest } from './read-request.ts'
import { permissionsOf, scopesIn } from './smart-scopes.ts'

type Answer = { id: string; allows: boolean; personId: string | null }

/** The app has some minutes to fetch its token. */
const toFetch = minutes(5)

/** Lets an app read, or refuses it. Returns the address at which the authorization server answers the app. */
export async function answerRequest(
  context: SignedIn,
  server: AuthorizationServer,
  answer: Answer,
  http: Http,
) {
  const request = await requireRequest(context, server, http)
  // The cookie is of the latest request of the browser, which may be another than the one that was shown.
  if (request.interaction.uid !== answer.id) throw notFound('This request')
  const provider = await server()
  const finish = (result: Record<string, unknown>) =>
    provider.interactionResult(http.request.raw, http.reply.raw, result)
  if (!answer.allows) {
    await audit(context, {
      action: 'app_access.refused',
      subject: { kind: 'api_client', id: request.client.id },
      after: { app: request.client.name },
    })
    return {
      goTo: await finish({ error: 'access_denied', error_description: 'The person did not allow it' }),
    }
  }
  const id = await giveAccess(context, request, answer)
  const { accountId } = context.actor
  const grant = new provider.Grant({ jti: id, accountId, clientId: request.client.id })
  grant.addOIDCScope(request.granted.join(' '))
  const rest = scopesIn(request.interaction.params.scope).filter((name) => !request.granted.includes(name))
  if (rest.length > 0) grant.rejectOIDCScope(rest.join(' '))
  await grant.save()
  return { goTo: await finish({ login: { accountId, remember: false }, consent: { grantId: id } }) }
}

async function giveAccess(
  context: SignedIn,
  { client, granted, launch, isOfOne, choosesPatient }: Request,
  { personId }: Answer,
): Promise<string> {
  const { actor, clock } = context
  const scopes = permissionsOf(granted)
  requirePossible(scopes.length > 0 ? null : 'The app asks for nothing that it can get here.')
  const isReached = choosesPatient
    ? personId !== null && (await mayChoose(context, personId))
    : (await peopleFor(context, launch)).some((one) => one.id === personId)
  if (isOfOne && !isReached) throw invalid({ personId: ['Choose a person from the list'] })
  if (!isOfOne && personId !== null)
    throw invalid({ personId: ['The app reads about the patients of your facility'] })
  const id = uuidv7(clock)
  const now = clock.now()
  const lasts = granted.includes('offline_access') ? days(accessDays) : minutes(accessMinutes) + toFetch
  await transact(context, async (inside) => {
    const row = {
      ...{ id, clientId: client.id, accountId: actor.accountId, personId, scopes },
      visitId: launch?.visitId ?? null,
      ...{ givenAt: now, expiresAt: after(now, lasts) },
    }
    requirePossible((await insertAccess(inside.db, row)) ? null : `${client.name} has ended.`)
    await audit(inside, {
      action: 'app_access.given',
      subject: { kind: 'app_access', id },
      after: { client: client.id, app: client.name, person: personId, scopes, until: row.expiresAt },
    })
  })
  return id
}

const mayChoose = ({ db, actor }: SignedIn, personId: string): Promise<boolean> =>
  isStaff(actor.role)
    ? isPatientAtSites(db, personId, actor.sites)
    : isPatientOfFacility(db, personId, actor.accountId)
