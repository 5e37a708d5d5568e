import { expect } from 'vitest'
import { apiScopeNames } from '#contract/api-clients.ts'
import type { Person, TestApp } from './harness.ts'

export type Program = { id: string; secret: string }

/** API clients of a laboratory, and their calls. */
export function programsOf(lab: TestApp, manager: Person) {
  const token = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    lab.call('POST', '/fhir/auth/token', {
      body: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  /** Registers a client with all scopes, unless `body` says otherwise. */
  async function register(name: string, body: object = {}): Promise<Program> {
    const answer = await lab.call('POST', '/api/api-clients', {
      by: manager,
      body: { name, scopes: apiScopeNames, perMinute: 6000, ...body },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }

  /** The headers of a client with a new token. */
  async function signIn({ id, secret }: Program, more: Record<string, string> = {}) {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret, ...more }
    const answer = await token(form)
    expect(answer.statusCode, answer.body).toBe(200)
    return { headers: { authorization: `Bearer ${answer.json().access_token}` } }
  }

  return { token, register, signIn }
}
