import type { FastifyReply, FastifyRequest } from 'fastify'
import { countOf, timesOf } from '../measures.ts'

const answers = countOf('phial_http_requests_total', 'Answered requests', ['method', 'route', 'status'])
const times = timesOf(
  'phial_http_request_duration_seconds',
  'Time until the answer to a request was sent; streams are left out',
  ['method', 'route'],
  [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
)

/** The pattern of the route of a request. Addresses without a route are pages, or nothing. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? '(page)'

const streams = new WeakSet<FastifyReply>()
/** Leaves out the time of a stream, which lasts as long as its reader stays. */
export const leaveUntimed = (reply: FastifyReply): void => void streams.add(reply)

/** Counts and times a request that was answered. */
export function measureRequest(request: FastifyRequest, reply: FastifyReply): void {
  const [method, route] = [request.method, routeOf(request)]
  answers.inc({ method, route, status: reply.statusCode })
  if (!streams.has(reply)) times.observe({ method, route }, reply.elapsedTime / 1_000)
}
