import { type FormEvent, useState } from 'react'
import { type FormProblem, fieldId } from './form-problem.ts'

/**
 * A form's last refusal without the fields that were corrected since. A field counts as corrected at its first change after
 * which the browser finds it valid. Whether the server accepts the new value is not known before the form is sent again.
 * When all named fields are corrected, the refusal is gone.
 */
export function useMended(problem: FormProblem | null, scope: string) {
  const [mended, setMended] = useState<{ of: FormProblem | null; names: readonly string[] }>({
    of: null,
    names: [],
  })
  const names = mended.of === problem ? mended.names : []
  const note = (isMended: (name: string) => boolean) => {
    const about = Object.keys(problem?.fields ?? {}).filter((name) => !names.includes(name) && isMended(name))
    if (about.length > 0) setMended({ of: problem, names: [...names, ...about] })
  }
  const noteChange = ({ target }: FormEvent<HTMLFormElement>) => {
    if (target instanceof Element && isValid(target)) note((name) => holds(name, scope, target))
  }
  return {
    left: without(problem, names),
    noteChange,
    noteMended: (own: string) => note((name) => name === own),
  }
}

/** The refusal without these fields; null when none is left. */
export function without(problem: FormProblem | null, names: readonly string[]): FormProblem | null {
  if (!problem?.fields || names.length === 0) return problem
  const left = Object.entries(problem.fields).filter(([name]) => !names.includes(name))
  if (left.length === 0) return null
  // Spreading an Error would lose its message, which is not enumerable.
  return { message: problem.message, about: problem.about, fields: Object.fromEntries(left) }
}

/** Whether a control is the field of this name, or is inside the group of this name. */
export function holds(name: string, scope: string, control: Element): boolean {
  if (control.getAttribute('name') === name) return true
  return document.getElementById(fieldId(name, scope))?.contains(control) ?? false
}

export function isValid(control: Element): boolean {
  return 'validity' in control ? (control as HTMLInputElement).validity.valid : true
}
