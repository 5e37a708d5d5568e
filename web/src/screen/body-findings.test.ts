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

/** Wrong values that a person could enter in a form, or a program could send. */
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

test('the contract has many calls with a body', () => expect(withBody.length).toBeGreaterThan(120))

test.each(['en', 'fr', 'tw'] as const)(
  'browser and server give the same errors for every body, in %s',
  async (language) => {
    i18n.loadAndActivate({ locale: language, messages: {} })
    for (const endpoint of withBody)
      for (const body of bodiesFor(endpoint)) {
        // A browser without a body to send sends none at all.
        if (body === null) continue
        const server = saidByServer(endpoint, body, language)
        expect(await bodyFindings(endpoint, body), `${endpoint.method} ${endpoint.path}`).toEqual(server)
      }
  },
)

test('no call answers with a message of the validator itself', async () => {
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

test('errors on missing, mistyped and invalid values are given in French', async () => {
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
