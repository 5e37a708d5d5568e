import { randomUUID } from 'node:crypto'
import { spreadOf } from './figures.ts'
import { randomNetwork } from './generator-network.ts'
import { type HttpClient, httpRequest, openHttpClient } from './http-client.ts'
import type { Load, LoadResult, Traffic } from './load.ts'
import { patientEmail, patientToken } from './patients.ts'
import { randomPlace } from './places.ts'

/**
 * The load generator, a process of its own: clients that each ask, wait for the whole answer, and ask again. Started
 * and told what to do by `load.ts`.
 */
process.on('message', (load: Load) => {
  run(load).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})

let asked = 0

/** The next request of a kind of traffic. */
function maker(traffic: Traffic): () => string {
  switch (traffic.kind) {
    case 'get': {
      const requests = traffic.requests.map(({ path, token }) =>
        httpRequest(
          'GET',
          path,
          token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } },
        ),
      )
      return () => requests[asked++ % requests.length] ?? ''
    }
    case 'book':
      return () => {
        // In turn, so that nobody reaches the limit of visits to come.
        const patient = traffic.patients.from + (asked++ % traffic.patients.count)
        const { siteId, start } = randomPlace(traffic.sites)
        const body = { ...traffic.body, siteId, scheduledDate: start.toISOString() }
        const headers = {
          authorization: `Bearer ${patientToken(patient)}`,
          'idempotency-key': randomUUID(),
          'user-agent': browser,
          accept: 'application/json',
        }
        return httpRequest('POST', '/api/labtest/book', { body: JSON.stringify(body), headers })
      }
    case 'post':
      return () => {
        const { path, tokens, sites, bodies } = traffic
        const at = asked++
        const { siteId, start } = randomPlace(sites)
        const body = (bodies[at % bodies.length] ?? '')
          .replaceAll('$KEY', randomUUID())
          .replaceAll('$SLOT', `${siteId}.${start.getTime() / 60_000}`)
        const headers = { authorization: `Bearer ${tokens[at % tokens.length]}` }
        return httpRequest('POST', path, { body, headers })
      }
    case 'log in':
      return () => {
        const patient = 1 + (asked++ % traffic.patients)
        const body = JSON.stringify({ email: patientEmail(patient), password: traffic.password })
        // Each from a network of their own, as a proxy would say: the limit by network is not what is measured.
        const headers = { 'x-forwarded-for': randomNetwork() }
        return httpRequest('POST', '/api/auth/login', { body, headers })
      }
  }
}

const browser =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36'

async function run({ host, port, clients, seconds, traffic }: Load): Promise<LoadResult> {
  const next = maker(traffic)
  const connections = await Promise.all(Array.from({ length: clients }, () => openHttpClient(host, port)))
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let example: string | undefined
  const start = performance.now()
  const deadline = start + seconds * 1000

  async function keepAsking(connection: HttpClient): Promise<void> {
    while (performance.now() < deadline) {
      const { status, ms, body } = await connection.ask(next())
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status >= 200 && status < 300) times.push(ms)
      else example ??= `${status}: ${body.toString('utf8', 0, 300)}`
    }
  }

  await Promise.all(connections.map(keepAsking))
  const took = (performance.now() - start) / 1000
  for (const connection of connections) connection.close()
  return {
    perSecond: times.length / took,
    succeeded: times.length,
    times: spreadOf(times),
    statuses,
    ...(example !== undefined && { example }),
  }
}
