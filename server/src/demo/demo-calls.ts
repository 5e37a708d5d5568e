import type { BodyInput, Endpoint, ParamsInput, QueryInput, ResponseOf } from '#contract/endpoint.ts'
import type { Role } from '#contract/options.ts'
import { openSession } from '#server/modules/access/index.ts'
import type { Context } from '#server/platform/context.ts'

export type Caller = { id: string; role: Role }
type Ask<E extends Endpoint> = { params?: ParamsInput<E>; query?: QueryInput<E>; body?: BodyInput<E> }
export type Calls = <E extends Endpoint>(by: Caller, endpoint: E, ask?: Ask<E>) => Promise<ResponseOf<E>>

/** Calls the product over the loopback, with an ordinary session of each caller. */
export function createCalls(context: Context, url: string, signal: AbortSignal): Calls {
  const tokens = new Map<string, string>()

  async function send(by: Caller, method: string, path: string, body: unknown): Promise<Response> {
    const token = tokens.get(by.id) ?? (await openSession(context, by)).token
    tokens.set(by.id, token)
    return fetch(`${url}${path}`, {
      method,
      signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }

  return async (by, endpoint, { params, query, body } = {}) => {
    const path = pathOf(endpoint, { ...(params as object) }, { ...(query as object) })
    let response = await send(by, endpoint.method, path, body)
    if (response.status === 401) {
      // The session has expired.
      await response.body?.cancel()
      tokens.delete(by.id)
      response = await send(by, endpoint.method, path, body)
    }
    const answer: unknown = await response.json()
    if (response.ok) return answer as ResponseOf<typeof endpoint>
    throw new Error(`${endpoint.method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  }
}

type Values = Readonly<Record<string, unknown>>

function pathOf(endpoint: Endpoint, params: Values, query: Values): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const search = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((single): [string, string] => [name, String(single)]),
  )
  return search.length === 0 ? path : `${path}?${new URLSearchParams(search)}`
}
