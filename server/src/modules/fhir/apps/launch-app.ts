import type { launchApp as contract } from '#contract/apps.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { baseOf } from '../resource.ts'
import {
  type About,
  findLaunchable,
  insertLaunch,
  launchableApps,
  personOfOrder,
  personOfVisit,
  personOfVisitAt,
} from './queries-launches.ts'
import { requirePatients } from './require-patients.ts'

/** The app must ask, and the person must answer, within this time. */
const launchLife = minutes(30)
/** Each launch is stored until it expires. */
const launchesOfAccount: Limit = { name: 'app launches: account', burst: 60, perSeconds: 600 }

export const listLaunchable = async ({ db }: SignedIn) => ({ apps: await launchableApps(db) })

function aboutWhom({ db, actor }: SignedIn, about: string): Promise<About | null> {
  const { role, accountId, sites } = actor
  if (role === 'clinician') return personOfOrder(db, about, accountId)
  return role === 'user' ? personOfVisit(db, about, accountId) : personOfVisitAt(db, about, sites)
}

/** Begins the launch of an app about the patient of a screen. Returns the address of the app, which then asks as any app does. */
export async function launchApp(context: SignedIn, { clientId, about }: BodyOf<typeof contract>) {
  const { db, actor, clock, config } = context
  requirePatients(context)
  const { launchUrl } = required(await findLaunchable(db, clientId), 'This app')
  const { personId, visitId } = required(await aboutWhom(context, about), 'This patient')
  await spend(context, launchesOfAccount, actor.accountId)
  const token = newToken()
  const now = clock.now()
  await insertLaunch(db, {
    ...{ tokenHash: hashToken(token), clientId, accountId: actor.accountId, personId, visitId },
    ...{ createdAt: now, expiresAt: after(now, launchLife) },
  })
  const address = new URL(launchUrl)
  address.searchParams.set('iss', baseOf(config))
  address.searchParams.set('launch', token)
  return { goTo: address.href }
}
