import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { findingSentences } from '#contract/finding-sentences.ts'
import { readBy } from '#contract/findings.ts'
import { translatorBy } from '#contract/translate-sentence.ts'
import { documentLanguage } from '../lib/locale.ts'

// This module is loaded when somebody fills in a form: the first visit carries neither the sentences nor the schemas.

const translate = translatorBy(findingSentences)

/** What the server would say of this body, in the words and the language in which it would say it. */
export async function bodyFindings(endpoint: Endpoint, body: unknown): Promise<FieldErrors> {
  const schema = await bodySchemaOf(endpoint)
  const read = schema && readBy(schema, asSent(body), 'body')
  if (!read || 'data' in read) return {}
  const language = documentLanguage()
  return Object.fromEntries(
    Object.entries(read.findings).map(([name, said]) => [name, said.map((one) => translate(one, language))]),
  )
}

/** What goes over the wire: without what is undefined. */
const asSent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)))

/**
 * The schema of what an endpoint takes. The build leaves the way to it in its place (`build/contract-without-schemas.ts`); while
 * developing it stands there itself.
 */
export async function bodySchemaOf(endpoint: Endpoint): Promise<z.ZodType | undefined> {
  const there: unknown = endpoint.body
  if (typeof there !== 'function') return endpoint.body
  const module = (await there()) as Readonly<Record<string, Partial<Endpoint> | undefined>>
  return Object.values(module).find(
    (one) => one?.method === endpoint.method && one.path === endpoint.path && one.body,
  )?.body
}
