import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { findingSentences } from '#contract/finding-sentences.ts'
import { readBy } from '#contract/findings.ts'
import { translatorBy } from '#contract/translate-sentence.ts'
import { documentLanguage } from '../lib/locale.ts'

// This module is loaded when a form is filled in: the first visit loads neither the messages nor the schemas.

const translate = translatorBy(findingSentences)

/** The errors that the server would answer to this body, in the same words and language. */
export async function bodyFindings(endpoint: Endpoint, body: unknown): Promise<FieldErrors> {
  const schema = await bodySchemaOf(endpoint)
  const read = schema && readBy(schema, asSent(body), 'body')
  if (!read || 'data' in read) return {}
  const language = documentLanguage()
  return Object.fromEntries(
    Object.entries(read.findings).map(([name, said]) => [name, said.map((one) => translate(one, language))]),
  )
}

/** The body as it is sent: without undefined values. */
const asSent = (body: unknown): unknown => (body === undefined ? undefined : JSON.parse(JSON.stringify(body)))

/**
 * The schema of an endpoint's body. The build replaces the schema by a function that loads it
 * (`build/contract-without-schemas.ts`); in development the schema itself is there.
 */
export async function bodySchemaOf(endpoint: Endpoint): Promise<z.ZodType | undefined> {
  const there: unknown = endpoint.body
  if (typeof there !== 'function') return endpoint.body
  const module = (await there()) as Readonly<Record<string, Partial<Endpoint> | undefined>>
  return Object.values(module).find(
    (one) => one?.method === endpoint.method && one.path === endpoint.path && one.body,
  )?.body
}
