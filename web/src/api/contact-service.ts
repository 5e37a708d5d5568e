import { t } from '@lingui/core/macro'
import type { ContactAnswer } from '#contract/contact.ts'
import { messages } from '#contract/messages.ts'
import { translated } from '../lib/translated.ts'
import { ApiError, noConnection } from './api-error.ts'
import { laboratoryFacts } from './laboratory-facts.ts'

export type ContactMessage = {
  name: string
  email: string
  message: string
  /** What stands in the field that people do not see. */
  trap: string
  /** When the form was shown, as the laboratory's own service signed it; null where it did not. */
  shown: string | null
}

const notSent = t`Your message was not sent. What you typed is kept.`

/**
 * Sends a message through the form-service protocol to the service that the laboratory has chosen, its own or another.
 * The service is not part of the contract, so its answers are validated.
 */
export async function sendContactMessage({ trap, shown, ...message }: ContactMessage): Promise<void> {
  const { contact } = await laboratoryFacts()
  const response = await fetch(`${contact.url}/${contact.formId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      ...message,
      ...(trap !== '' && { _gotcha: trap }),
      ...(shown !== null && { _shown: shown }),
    }),
  }).catch((cause: unknown) => {
    throw noConnection(cause)
  })
  const refusal = refusalIn(await response.json().catch(() => null))
  if (refusal) throw new ApiError({ ...refusal, code: 'invalid_input' }, response.status)
}

/** Has the laboratory's own service note when the form is shown. Another service knows no such thing, and is not asked. */
export async function noteShown(): Promise<string | null> {
  try {
    const { contact } = await laboratoryFacts()
    if (!contact.url.startsWith('/')) return null
    const response = await fetch(`${contact.url}/${contact.formId}`)
    const { shown } = (await response.json()) as { shown?: unknown }
    return typeof shown === 'string' ? shown : null
  } catch {
    // The message goes without it.
    return null
  }
}

/** The errors of the form service: a sentence, and messages by field. */
type Refusal = { message: string; fields: Record<string, string[]> }

function refusalIn(answer: unknown): Refusal | null {
  if (typeof answer !== 'object' || answer === null)
    return { message: translated(messages.contact.unexpected), fields: {} }
  const { errors, error, next } = answer as Record<string, unknown>
  if (Array.isArray(errors)) return sorted(errors.filter(isFinding))
  if (typeof error === 'string') return { message: error, fields: {} }
  if (typeof next === 'string') return null
  return { message: translated(messages.contact.unexpected), fields: {} }
}

type Finding = Extract<ContactAnswer, { errors: unknown }>['errors'][number]

function isFinding(value: unknown): value is Finding {
  return typeof value === 'object' && value !== null && typeof (value as Finding).message === 'string'
}

/** Findings with a field go under it, the others make the form's own sentence. */
function sorted(findings: Finding[]): Refusal {
  const fields: Record<string, string[]> = {}
  const general: string[] = []
  for (const { field, message } of findings) {
    if (field) fields[field] = [...(fields[field] ?? []), message]
    else general.push(message)
  }
  return { message: general.join(', ') || notSent, fields }
}
