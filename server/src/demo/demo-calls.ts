import type { z } from 'zod'
import type { Role } from '#contract/options.ts'
import { openSession } from '#server/modules/access/index.ts'
import type { Context } from '#server/platform/context.ts'

export type Caller = { id: string; role: Role }
export type Calls = <Answer>(
  by: Caller,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  ask: { body?: unknown; answer: z.ZodType<Answer> },
) => Promise<Answer>

/** Calls over the loopback, each in the name of somebody with a session like everybody's. */
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

  return async (by, method, path, { body, answer }) => {
    let response = await send(by, method, path, body)
    if (response.status === 401) {
      // Silent for too long, as anybody may be.
      await response.body?.cancel()
      tokens.delete(by.id)
      response = await send(by, method, path, body)
    }
    const given: unknown = await response.json()
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(given)}`)
    return answer.parse(given)
  }
}
