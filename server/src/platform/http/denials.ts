import type { FastifyRequest } from 'fastify'
import { after, hours } from '../clock.ts'
import type { Actor, Context } from '../context.ts'
import type { Refusal } from '../errors.ts'
import { networkOf } from '../network.ts'

/** After this time the count starts again. */
const forgottenAfter = hours(1)
/** Denials that are counted at a time, some 2 MB; the oldest is evicted. */
const mostKnown = 10_000

const actors = new WeakMap<FastifyRequest, Actor>()

/** Stores the actor of a request. */
export function knowActor(request: FastifyRequest, actor: Actor | null): void {
  if (actor) actors.set(request, actor)
}

export type TellDenial = (request: FastifyRequest, refusal: Refusal) => void

/**
 * Logs denied requests: the account with its role and the missing permission, or the network of an anonymous caller. Repeated
 * denials of one session are logged at the first, second, fourth, eighth … within an hour, with their number.
 */
export function tellDenials({ log, clock }: Pick<Context, 'log' | 'clock'>): TellDenial {
  const known = new Map<string, { times: number; until: Date }>()

  function count(key: string): number {
    const now = clock.now()
    const before = known.get(key)
    if (before && before.until > now) return ++before.times
    known.delete(key)
    const [oldest] = known.keys()
    if (known.size >= mostKnown && oldest !== undefined) known.delete(oldest)
    known.set(key, { times: 1, until: after(now, forgottenAfter) })
    return 1
  }

  return (request, refusal) => {
    const { status, code } = refusal
    if (status !== 401 && status !== 403) return
    const actor = actors.get(request)
    const network = networkOf(request.ip)
    const { id, method } = request
    const route = request.routeOptions.url ?? '(page)'
    const who = actor?.sessionHash.toString('base64') ?? network
    const times = count(JSON.stringify([who, method, route, code]))
    if (!isPowerOfTwo(times)) return
    const { permission } = refusal.detail
    log[status === 403 ? 'warn' : 'info'](
      {
        reqId: id,
        method,
        route,
        status,
        reason: code,
        ...(actor ? whoOf(actor) : { network }),
        ...(permission && { permission }),
        times,
      },
      'denied',
    )
  }
}

const whoOf = ({ accountId, role, program }: Actor) =>
  program ? { client: accountId } : { account: accountId, role }

const isPowerOfTwo = (count: number) => (count & (count - 1)) === 0
