import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { register } from '#contract/access.ts'
import { addClosure } from '#contract/closures.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { compileValidator } from '#server/platform/http/validation.ts'
import { translate } from '#server/platform/sentences/translate.ts'
import { i18n } from '../lib/i18n.ts'
import { bodyFindings } from './body-findings.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const isEndpoint = (one: unknown): one is Endpoint =>
  typeof one === 'object' && one !== null && 'method' in one && 'path' in one && 'access' in one

const modules: object[] = await Promise.all(
  globSync('contract/*.ts', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .map((file) => import(/* @vite-ignore */ root + file)),
)
const withBody = modules
  .flatMap((one) => Object.values(one))
  .filter(isEndpoint)
  .filter(({ body }) => body)

/** Values that somebody could get wrong in a form, or a program in a call. */
const wrong = [null, '', 'x', 'x'.repeat(20_000), '\u0000', -1, 1.5, 1e9, true, [], [''], {}, { x: 1 }]

function bodiesFor({ body }: Endpoint): unknown[] {
  const shape = body instanceof z.ZodObject ? Object.keys(body.shape) : []
  const ofFields = wrong.map((value) => Object.fromEntries(shape.map((name) => [name, value])))
  const oneByOne = shape.flatMap((name) => wrong.map((value) => ({ [name]: value })))
  return [undefined, ...wrong, ...ofFields, ...oneByOne]
}

function saidByServer({ body }: Endpoint, sent: unknown, language: 'en' | 'fr' | 'tw') {
  const answer = compileValidator({ schema: body as z.ZodType, httpPart: 'body' })(sent ?? null)
  const fields = 'error' in answer ? (answer.error.detail.fields ?? {}) : {}
  return Object.fromEntries(
    Object.entries(fields).map(([name, said]) => [name, said.map((one) => translate(one, language))]),
  )
}

afterEach(() => i18n.activate('en'))

test('there are calls to look at', () => expect(withBody.length).toBeGreaterThan(120))

test.each(['en', 'fr', 'tw'] as const)(
  'browser and server say the same of every body, in %s',
  async (language) => {
    i18n.loadAndActivate({ locale: language, messages: {} })
    for (const endpoint of withBody)
      for (const body of bodiesFor(endpoint)) {
        // A browser sends no body at all where there is none.
        if (body === null) continue
        const server = saidByServer(endpoint, body, language)
        expect(await bodyFindings(endpoint, body), `${endpoint.method} ${endpoint.path}`).toEqual(server)
      }
  },
)

test('no call answers in words of the validator', async () => {
  const raw =
    /^invalid |expected (one|a?\b(string|number|int|boolean|array|object|record|never|nonoptional))|, received |^too (small|big)|unrecognized|\bNaN\b/i
  for (const endpoint of withBody)
    for (const body of bodiesFor(endpoint)) {
      const said = Object.values(saidByServer(endpoint, body, 'en')).flat()
      expect(
        said.filter((one) => raw.test(one)),
        `${endpoint.method} ${endpoint.path}`,
      ).toEqual([])
    }
})

test('what is missing, too long and mistyped is said in French as well', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} })
  expect(await bodyFindings(register, { fullName: '', email: 'ama', password: 'short' })).toMatchObject({
    fullName: ['Nom complet : obligatoire'],
    email: ['Saisissez une adresse e-mail comme nom@example.com'],
    password: ['Utilisez au moins 8 caractères'],
    confirmPassword: ['Les mots de passe ne sont pas identiques !'],
  })
  expect(await bodyFindings(addClosure, { visits: 'all' })).toMatchObject({
    visits: ['Ce doit être une liste'],
  })
})
