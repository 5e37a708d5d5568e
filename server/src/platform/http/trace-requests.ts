import type { FastifyInstance, FastifyRequest } from 'fastify'
import { beginRequest, isTracing, type Place, within } from '../traces/traced.ts'
import { routeOf } from './request-times.ts'

const places = new WeakMap<FastifyRequest, Place>()

/** Pages, files, health checks and scrapes have no spans: they ask the database nothing that is worth a trace. */
const isCall = (route: string) => /^\/(api|fhir)\//.test(route)

/**
 * A span for each call, with the pattern of its address and never the address. The caller learns the trace by the header
 * `traceresponse`, which also makes the web send a `traceparent` of its own with each further call.
 */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return
  app.addHook('onRequest', (request, reply, done) => {
    const [method, route] = [request.method, routeOf(request)]
    const { traceparent } = request.headers
    const attributes = { 'http.request.method': method, 'http.route': route, 'phial.request.id': request.id }
    const place = isCall(route)
      ? beginRequest(
          `${method} ${route}`,
          attributes,
          typeof traceparent === 'string' ? traceparent : undefined,
        )
      : null
    if (!place) return done()
    places.set(request, place)
    reply.header('traceresponse', place.span.traceparent)
    // A call whose caller left before the answer has no status.
    reply.raw.once('close', () => endSpan(request, reply.raw.writableFinished ? reply.statusCode : null))
    within(place, done)
  })
  // The events of sockets that these hooks run in have a context of their own.
  app.addHook('preValidation', (request, _reply, done) => within(places.get(request), done))
  app.addHook('onResponse', (request, reply, done) => {
    endSpan(request, reply.statusCode)
    within(places.get(request), done)
  })
}

/**
 * Ends the span of a request. Streams call it when they begin, since they last as long as their readers stay.
 * @param status null if the caller left before the answer
 */
export function endSpan(request: FastifyRequest, status: number | null): void {
  const span = places.get(request)?.span
  if (!span?.isOpen()) return
  if (status !== null) span.set({ 'http.response.status_code': status })
  span.end(errorOf(status))
}

function errorOf(status: number | null): string | undefined {
  if (status === null) return 'aborted'
  return status >= 500 ? String(status) : undefined
}
