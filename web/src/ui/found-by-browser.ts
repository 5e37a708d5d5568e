import { shortDay } from '../lib/times.ts'
import type { FormProblem } from './form-problem.ts'

type Checked = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What a form's fields demand and did not get, in our words, and what the form adds; null when nothing. */
export function foundByBrowser(
  form: HTMLFormElement,
  added: NonNullable<FormProblem['fields']> = {},
): FormProblem | null {
  const fields: Record<string, readonly string[]> = {}
  for (const element of form.elements) {
    if (!isChecked(element) || element.name === '' || element.validity.valid) continue
    fields[element.name] ??= [finding(element)]
  }
  Object.assign(fields, added)
  if (Object.keys(fields).length === 0) return null
  return { message: 'Please look at these fields again', fields }
}

function isChecked(element: Element): element is Checked {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName)
}

function finding(element: Checked): string {
  const label = element.dataset.label ?? (element.labels?.[0]?.firstChild?.textContent?.trim() || 'This')
  if (element.validity.valueMissing) return `${label} is required`
  if (element.type === 'email') return 'Enter an e-mail address like name@example.com'
  if (element instanceof HTMLInputElement && element.type === 'date') {
    if (element.validity.rangeUnderflow) return `${label} must be ${shortDay(element.min)} or later`
    if (element.validity.rangeOverflow) return `${label} must be ${shortDay(element.max)} or earlier`
  }
  return element.validationMessage
}
