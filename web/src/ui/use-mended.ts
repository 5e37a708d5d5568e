import { type FormEvent, useState } from 'react'
import { type FormProblem, fieldId } from './form-problem.ts'

/**
 * A form's last refusal without what has been mended since. A field that the browser itself can judge is mended once it
 * is valid; of the server's findings nobody knows before it is asked again, so that they go with the first change. When
 * all that a refusal named is mended, nothing is left of it.
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

/** What is left of a refusal when these fields are mended. */
export function without(problem: FormProblem | null, names: readonly string[]): FormProblem | null {
  if (!problem?.fields || names.length === 0) return problem
  const left = Object.entries(problem.fields).filter(([name]) => !names.includes(name))
  if (left.length === 0) return null
  // An error's message is no property that a copy of the object would have.
  return { message: problem.message, about: problem.about, fields: Object.fromEntries(left) }
}

/** Whether a control is the field of this name, or one of a group's. */
function holds(name: string, scope: string, control: Element): boolean {
  if (control.getAttribute('name') === name) return true
  return document.getElementById(fieldId(name, scope))?.contains(control) ?? false
}

function isValid(control: Element): boolean {
  return 'validity' in control ? (control as HTMLInputElement).validity.valid : true
}
