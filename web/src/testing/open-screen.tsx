import '@testing-library/jest-dom/vitest'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render, type Screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { type login, readProfile } from '#contract/access.ts'
import type { Endpoint, ResponseInput } from '#contract/endpoint.ts'
import { type ErrorAnswer, errorAnswer, errorStatus } from '#contract/errors.ts'
import { notices } from '#contract/notifications.ts'
import { permissionNames } from '#contract/permissions.ts'
import { laboratory } from '#contract/sites.ts'
import { createQueryClient } from '../api/queries.ts'
import { endSession, startSession } from '../api/session.ts'
import { createAppRouter } from '../router.ts'

// As in the browser tests: the first test of a screen loads its modules.
configure({ asyncUtilTimeout: 15_000 })

/** The current document. Testing Library's own `screen` keeps the document of the first test file. */
export const screen = new Proxy({} as Screen, {
  get: (_, name: keyof Screen) => within(document.body)[name as 'getByRole'],
})

/**
 * The server of a component test: answers by endpoint, each checked against the contract, so that no test gives an answer that
 * the server never gives. A call without an answer fails the test, as does an error or a warning in the console.
 */
export type Server = {
  /** Answers every further call of the endpoint. */
  answers<E extends Endpoint>(endpoint: E, body: ResponseInput<E>): void
  /** Refuses every further call of the endpoint. */
  refuses(endpoint: Endpoint, refusal: ErrorAnswer): void
  /** Gives a response that is not of the contract, as a proxy or another version may. */
  breaks(endpoint: Endpoint, status: number, body: string | object): void
  /** No further call of the endpoint reaches the server. */
  cannotBeReached(endpoint: Endpoint): void
  /** Holds further answers of the endpoint back until the returned function is called. */
  holds(endpoint: Endpoint): () => void
  /** The bodies of the calls of the endpoint so far. */
  callsOf(endpoint: Endpoint): unknown[]
  /** What this test provokes in the console on purpose. */
  provokes(trouble: RegExp): void
}
export type Prepare = (server: Server) => void

type Reply = () => Promise<Response>

const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Promise.resolve(
    new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    }),
  )

let replies: Map<string, Reply>
let calls: { key: string; body: unknown }[]
let trouble: string[]
let provoked: RegExp[]
let clients: QueryClient[]

const put = (endpoint: Endpoint, reply: Reply) => void replies.set(keyOf(endpoint), reply)
const server: Server = {
  answers(endpoint, body) {
    const [[status, schema] = []] = Object.entries(endpoint.responses)
    schema?.parse(body)
    put(endpoint, () => json(Number(status), body))
  },
  refuses(endpoint, refusal) {
    const headers = refusal.code === 'unavailable' ? { 'retry-after': '1' } : {}
    put(endpoint, () => json(errorStatus[refusal.code], errorAnswer.parse(refusal), headers))
  },
  breaks: (endpoint, status, body) =>
    put(endpoint, () =>
      typeof body === 'string' ? Promise.resolve(new Response(body, { status })) : json(status, body),
    ),
  cannotBeReached: (endpoint) => put(endpoint, () => Promise.reject(new TypeError('fetch failed'))),
  holds(endpoint) {
    const reply = replies.get(keyOf(endpoint))
    if (!reply) throw new Error(`${keyOf(endpoint)} has no answer to hold back`)
    const { promise, resolve } = Promise.withResolvers<void>()
    put(endpoint, () => promise.then(reply))
    return resolve
  },
  callsOf: (endpoint) => calls.filter(({ key }) => key === keyOf(endpoint)).map(({ body }) => body),
  provokes: (pattern) => void provoked.push(pattern),
}

const isOf = (key: string, method: string, path: string) => {
  const [keyMethod, keyPath = ''] = key.split(' ')
  return keyMethod === method && new RegExp(`^${keyPath.replace(/:\w+/g, '[^/]+')}$`).test(path)
}

function reply(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(url, location.href)
  // A stream that says nothing.
  if (/\/(stream|live)$/.test(pathname)) return new Promise(() => {})
  const key = [...replies.keys()].find((one) => isOf(one, method, pathname))
  const found = key && replies.get(key)
  if (!found) {
    trouble.push(`${method} ${pathname} has no answer in this test`)
    return json(500, { code: 'internal', message: 'No answer' })
  }
  calls.push({ key, body: typeof body === 'string' ? JSON.parse(body) : undefined })
  return found()
}

/** Begins a test; `setup.ts` calls it. */
export function begin(): void {
  replies = new Map()
  calls = []
  trouble = []
  provoked = []
  clients = []
  vi.stubGlobal('fetch', vi.fn(reply))
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...args) => void trouble.push(args.map(String).join(' ')))
  }
}

/** Ends a test, and fails it if it had trouble that it did not announce. */
export function end(): void {
  cleanup()
  // A query that is still retried would call in the next test.
  for (const client of clients) client.clear()
  void endSession()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  expect(trouble.filter((one) => !provoked.some((pattern) => pattern.test(one)))).toEqual([])
}

const newLaboratory: ResponseInput<typeof laboratory> = {
  name: 'Phial Laboratory',
  address: 'Accra, Ghana',
  phone: '+233 30 000 0000',
  email: 'hello@phial.example',
  logo: null,
  sites: [{ id: '01900000-0000-7000-8000-000000000051', name: 'Main', timeZone: 'Africa/Accra', hours: [] }],
  closedSites: [],
  cellCounts: 'per_microlitre',
  booking: { horizonDays: 56, cutOffMinutes: 120, holdMinutes: 10, stepMinutes: 15 },
  signIn: { issuer: false, phone: false, reason: 'This laboratory has not set up sign-in with Google.' },
  contact: { url: '/api/contact', formId: 'laboratory' },
}

/** A patient with an account. */
export const ama = {
  id: '01900000-0000-7000-8000-000000000001',
  role: 'user',
  fullName: 'Ama Mensah',
  email: 'ama@home.test',
  phone: '+233 24 000 0000',
  status: 'Active',
} as const satisfies ResponseInput<typeof login>['user']

/** Gives this browser a session of this person. */
export function signIn({ answers }: Server, person: ResponseInput<typeof login>['user'] = ama): void {
  startSession('a token of a session')
  answers(readProfile, {
    ...person,
    hasPassword: true,
    signInPhone: null,
    notifications: { method: 'email' },
    language: 'en',
    permissions: person.role === 'admin' ? [...permissionNames] : [],
    sites: null,
    createdAt: '2026-01-05T08:00:00.000Z',
  })
  answers(notices, { rows: [], unread: 0, nextCursor: null })
}

/**
 * Opens the screen at a path. `prepare` sets the server's answers before the screen calls; only the facts of a new laboratory
 * are there already.
 */
export async function openScreen(
  path: string,
  prepare: Prepare = () => {},
): Promise<{
  server: Server
  user: UserEvent
  address(): string
  search(): Record<string, unknown>
  close(): void
}> {
  server.answers(laboratory, newLaboratory)
  prepare(server)
  const queryClient = createQueryClient()
  clients.push(queryClient)
  const { queries } = queryClient.getDefaultOptions()
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } })
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // The skeleton of a slow screen has the heading, too.
  await waitFor(() => expect(router.state.status).toBe('idle'))
  await screen.findByRole('heading', { level: 1 })
  return {
    server,
    user: userEvent.setup(),
    address: () => router.state.location.pathname,
    search: () => router.state.location.search,
    close: unmount,
  }
}
