import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { programsOf } from './fhir-clients.ts'
import type { Person, TestApp } from './harness.ts'

export type App = { id: string; secret: string | null }
export const returnAddress = 'https://diary.example/return'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Each call comes from a network of its own, so that the limits of networks do not stop the tests. */
let calls = 0
const from = () => `192.0.${2 + Math.floor(++calls / 250)}.${1 + (calls % 250)}`

/** Apps that people let read, and the requests that a browser makes for them. */
export function appsOf(lab: TestApp, manager: Person) {
  const base = `${lab.config.publicUrl}/fhir/R4`

  const register = (name: string, body: object = {}): Promise<App> =>
    programsOf(lab, manager).register(name, {
      scopes: ['system/Patient.rs', 'system/Observation.rs', 'system/DiagnosticReport.rs'],
      redirectUris: [returnAddress],
      signsInBy: 'nothing',
      keepsAccess: true,
      ...body,
    })

  /** A request in a browser of its own, which the authorization server has sent to the page with the question. */
  async function ask(app: App, scope: string, more: Record<string, string | undefined> = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const query = {
      ...{
        response_type: 'code',
        client_id: app.id,
        redirect_uri: returnAddress,
        scope,
        state: 'a-state',
        aud: base,
      },
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...more,
    }
    const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const answer = await lab.call('GET', `/fhir/auth/authorize?${new URLSearchParams(given)}`, {
      from: from(),
    })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    return { verifier, cookie, cookies, status: answer.statusCode, goTo: String(answer.headers.location) }
  }

  /** What the page shows to a person who is signed in. */
  const shown = (by: Person, cookie: string) =>
    lab.call('GET', '/api/app-requests/current', { by, headers: { cookie } })

  async function answer(by: Person, cookie: string, body: { allows: boolean; personId?: string | null }) {
    const { id } = (await shown(by, cookie)).json()
    return lab.call('POST', `/api/app-requests/${id}/answer`, { by, headers: { cookie }, body })
  }

  /** The address of the app that the browser comes to, with the parameters in it. */
  async function goOn(goTo: string, cookie: string): Promise<URL> {
    const { pathname } = new URL(goTo)
    const gone = await lab.call('GET', pathname, { headers: { cookie } })
    expect(gone.statusCode, gone.body).toBe(303)
    expect([gone.headers['set-cookie'] ?? []].flat().join()).not.toContain('_session')
    return new URL(String(gone.headers.location))
  }

  /** A code for an app that a person lets read. */
  async function allow(app: App, by: Person, scope: string, personId?: string | null) {
    const { verifier, cookie } = await ask(app, scope)
    const first = (await shown(by, cookie)).json().people[0]?.id ?? null
    const allowed = await answer(by, cookie, {
      allows: true,
      personId: personId === undefined ? first : personId,
    })
    expect(allowed.statusCode, allowed.body).toBe(200)
    const back = await goOn(allowed.json().goTo, cookie)
    expect(back.searchParams.get('state')).toBe('a-state')
    return { code: back.searchParams.get('code') ?? '', verifier }
  }

  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    lab.call('POST', `/fhir/auth/${path}`, {
      body: new URLSearchParams(fields).toString(),
      headers: { ...form, ...headers },
      from: from(),
    })

  const exchange = ({ id, secret }: App, { code, verifier }: { code: string; verifier: string }, more = {}) =>
    post('token', {
      ...{ grant_type: 'authorization_code', client_id: id, code, code_verifier: verifier },
      ...{ redirect_uri: returnAddress, ...(secret !== null && { client_secret: secret }), ...more },
    })
  const refresh = ({ id }: App, token: string) =>
    post('token', { grant_type: 'refresh_token', client_id: id, refresh_token: token })

  const read = (token: string, path: string) =>
    lab.call('GET', `/fhir/R4/${path}`, { headers: { authorization: `Bearer ${token}` } })

  return { register, ask, shown, answer, goOn, allow, exchange, refresh, post, read }
}
