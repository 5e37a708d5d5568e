import type { ContactAnswer, contactFieldCodes, contactFormCodes } from '#contract/contact.ts'
import { email, paragraph, requiredLine } from '#contract/fields.ts'

export type ContactFields = { name: string; email: string; message: string }

type FieldError = {
  field: keyof ContactFields
  code: (typeof contactFieldCodes)[number]
  message: string
}

/** A refusal in the words of the form-service protocol. */
export function formError(code: (typeof contactFormCodes)[number], message: string): ContactAnswer {
  return { errors: [{ code, message }] }
}

const rules = {
  name: requiredLine('Name', 200),
  email,
  message: paragraph('Message', 5_000).refine((text) => text !== '', 'Message is required'),
}

/**
 * Reads what a form sent. Messages go on after the name of their field, as forms show them: "email should be an e-mail
 * address". Fields that are not asked for are left out, as form services do.
 */
export function readContactForm(body: unknown): { fields: ContactFields } | { answer: ContactAnswer } {
  const given = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  const read = (field: keyof ContactFields): unknown =>
    Object.hasOwn(given, field) ? (given as Record<string, unknown>)[field] : undefined
  if (Object.keys(given).length === 0) return { answer: formError('EMPTY', 'The form is empty.') }
  const errors: FieldError[] = []
  const fields: ContactFields = { name: '', email: '', message: '' }
  for (const field of ['name', 'email', 'message'] as const) {
    const parsed = rules[field].safeParse(read(field))
    if (parsed.success) fields[field] = parsed.data
    else errors.push(errorOf(field, read(field)))
  }
  return errors.length === 0 ? { fields } : { answer: { errors } }
}

function errorOf(field: keyof ContactFields, value: unknown): FieldError {
  if (value === undefined || value === null) {
    return { field, code: 'REQUIRED_FIELD_MISSING', message: 'is required' }
  }
  if (typeof value !== 'string') return { field, code: 'TYPE_TEXT', message: 'should be text' }
  if (value.trim() === '') return { field, code: 'REQUIRED_FIELD_EMPTY', message: 'is required' }
  if (field === 'email') {
    return { field, code: 'TYPE_EMAIL', message: 'should be an e-mail address like name@example.com' }
  }
  const most = field === 'name' ? 200 : 5_000
  return value.length > most
    ? { field, code: 'TYPE_TEXT', message: `can be at most ${most} characters` }
    : { field, code: 'TYPE_TEXT', message: 'contains a character that cannot be printed' }
}

/** The data besides the fields: the hidden field, and the time at which the form was shown. */
export function besidesFields(body: unknown): { trapped: boolean; pass: unknown } {
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const own = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined)
  return { trapped: !['', undefined, null].includes(own('_gotcha') as string), pass: own('_shown') }
}
