import { t } from '@lingui/core/macro'
import { shortDay } from '../lib/times.ts'

type Checked = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** The unmet rules of a form's native fields (`required`, `min` and others), in our words. */
export function missedByFields(form: HTMLFormElement): Record<string, readonly string[]> {
  const fields: Record<string, readonly string[]> = {}
  for (const element of form.elements) {
    if (!isChecked(element) || element.name === '' || element.validity.valid) continue
    fields[element.name] ??= [finding(element)]
  }
  return fields
}

function isChecked(element: Element): element is Checked {
  return ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName)
}

function finding(element: Checked): string {
  const label = element.dataset.label ?? (element.labels?.[0]?.firstChild?.textContent?.trim() || t`This`)
  if (element.validity.valueMissing) return t`${label} is required`
  if (element.type === 'email') return t`Enter an e-mail address like name@example.com`
  if (element instanceof HTMLInputElement && element.type === 'date') {
    const [least, most] = [shortDay(element.min), shortDay(element.max)]
    if (element.validity.rangeUnderflow) return t`${label} must be ${least} or later`
    if (element.validity.rangeOverflow) return t`${label} must be ${most} or earlier`
  }
  return element.validationMessage
}
