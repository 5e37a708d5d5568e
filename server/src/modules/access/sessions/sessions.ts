import type { Role } from '#contract/options.ts'
import { after, days, hours, minutes } from '#server/platform/clock.ts'
import type { Actor, Timed } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { type Device, noteDevice } from '../log-in/devices.ts'
import { addSession, findSession, findStandingSessions, type Standing, touchSession } from './queries.ts'
import type { Session, SessionCache } from './session-cache.ts'

/** How long a session lasts without calls, and at most. Milliseconds. */
const lengths: Readonly<Record<Role, { idle: number; absolute: number }>> = {
  user: { idle: days(30), absolute: days(30) },
  // Computers at the bench are shared: people who walk away are signed out.
  technician: { idle: minutes(30), absolute: hours(12) },
  admin: { idle: minutes(30), absolute: hours(12) },
  clinician: { idle: minutes(30), absolute: hours(12) },
}

/** How often the time of the last call is stored: a write for every call would double the work of a booking. */
const seenEvery = minutes(1)

/** Opens a session in a browser and returns its token. The database stores only the hash of the token. */
export async function openSession(
  { db, clock }: Timed,
  account: { id: string; role: Role },
  device: Device | null = null,
): Promise<{ token: string }> {
  const token = newToken()
  const now = clock.now()
  const { idle, absolute } = lengths[account.role]
  const deviceHash = device && (await noteDevice({ db, clock }, account.id, device))
  await addSession(db, {
    id: uuidv7(clock),
    agent: device?.agent ?? '',
    deviceHash,
    tokenHash: hashToken(token),
    accountId: account.id,
    createdAt: now,
    lastSeenAt: now,
    idleSeconds: idle / 1000,
    expiresAt: after(now, absolute),
  })
  return { token }
}

const stands = ({ lastSeenAt, idleSeconds, expiresAt }: Session, now: Date): boolean =>
  now < expiresAt && now < after(lastSeenAt, idleSeconds * 1000)

/**
 * The person of a bearer token, or null if its session is unknown, has ended or expired, or if the account is closed. With a `cache`,
 * the session is read from the database only if the cache does not have it or it has expired there; the time of the last call
 * is still written.
 */
export async function authenticate(
  { db, clock }: Timed,
  token: string,
  cache?: SessionCache,
): Promise<Actor | null> {
  const sessionHash = hashToken(token)
  const now = clock.now()
  const cached = cache?.get(sessionHash)
  const session = cached && stands(cached, now) ? cached : await readSession(db, sessionHash, now, cache)
  if (!session) return null
  if (now.getTime() - session.lastSeenAt.getTime() >= seenEvery) await touch(db, session, now)
  return session.actor
}

/** One of several calls at the same time writes; if that fails, the next call writes. */
async function touch(db: Db, session: Session, now: Date): Promise<void> {
  const { lastSeenAt } = session
  session.lastSeenAt = now
  try {
    await touchSession(db, session.actor.sessionHash, { now, before: after(now, -seenEvery) })
  } catch (error) {
    session.lastSeenAt = lastSeenAt
    throw error
  }
}

async function readSession(
  db: Db,
  sessionHash: Buffer,
  now: Date,
  cache?: SessionCache,
): Promise<Session | null> {
  const keep = cache?.reading(sessionHash)
  const found = await findSession(db, { tokenHash: sessionHash, now })
  if (!found) return null
  const { lastSeenAt, idleSeconds, expiresAt, ...actor } = found
  // The hash of the call: the hash that was read is a slice of a larger buffer and would keep that buffer in memory.
  const session = { actor: { ...actor, sessionHash }, lastSeenAt, idleSeconds, expiresAt }
  keep?.(session)
  return session
}

/** The sessions that are still valid, with permissions and sites. Following a stream does not prolong a session. */
export const stillSignedIn = ({ db, clock }: Timed, sessions: Buffer[]): Promise<Standing[]> =>
  findStandingSessions(db, sessions, clock.now())
