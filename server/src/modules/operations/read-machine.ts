import { statfs } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { tracedFetch } from '#server/platform/traces/outgoing.ts'
import { readDatabaseClock } from './queries-measures.ts'

export type Disk = { free: number; total: number }

/** Bytes of the file system of a folder. `free` is what a process without special rights can still write. */
export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

type Span = { from: number; until: number }

/**
 * The least number of seconds by which this machine's clock is ahead of another one: the other was asked between `before` and `after`,
 * and its time was in the span. 0 if they may agree.
 */
function secondsAhead({ before, after }: { before: number; after: number }, { from, until }: Span): number {
  if (from > after) return (after - from) / 1_000
  return until < before ? (before - until) / 1_000 : 0
}

/** The least number of seconds by which this machine's clock is ahead of the database's. */
export async function readClockOffset(db: Db): Promise<number> {
  const before = systemClock.now().getTime()
  const told = (await readDatabaseClock(db)).getTime()
  return secondsAhead({ before, after: systemClock.now().getTime() }, { from: told, until: told })
}

const patienceMs = 5_000

/**
 * The least number of seconds by which this machine's clock is ahead of an outside service's. Answers over HTTP have the time in
 * whole seconds. 0 if they may agree, or if no service is set or answers.
 */
export async function readOutsideOffset({ sms, payments, oidc }: Config): Promise<number> {
  const ofPayments = payments !== null && 'url' in payments ? payments.url : undefined
  const url = ofPayments ?? sms?.url ?? oidc?.issuer
  if (url === undefined) return 0
  const before = systemClock.now().getTime()
  // The first page of the service: a request to the address for messages could be taken for one.
  const answer = await tracedFetch('clock', new URL('/', url), {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  }).catch(() => null)
  const after = systemClock.now().getTime()
  const told = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(told)) return 0
  return secondsAhead({ before, after }, { from: told, until: told + 1_000 })
}
