/**
 * What was typed into forms whose screen had to be left (a session that ended), until the same address shows them
 * again. In memory only, passwords never.
 */
type Entry = { name: string; value: string; checked: boolean }
type KeptForm = { place: string; fields: string; entries: Entry[] }

let kept: KeptForm[] = []

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const place = () => location.pathname + location.search

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement && !['password', 'file', 'hidden'].includes(element.type)) ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement,
  )
}

const fieldsOf = (controls: readonly Control[]) => controls.map(({ name }) => name).join(' ')
const isChecked = (control: Control) => control instanceof HTMLInputElement && control.checked

/** Remembers every form of the document as it stands. */
export function keepForms(): void {
  kept = [...document.forms].map((form) => {
    const controls = controlsOf(form)
    const entries = controls.map((control) => ({
      name: control.name,
      value: control.value,
      checked: isChecked(control),
    }))
    return { place: place(), fields: fieldsOf(controls), entries }
  })
}

export function forgetForms(): void {
  kept = []
}

/** Fills a form that is on the screen again, once, telling its listeners as if it were typed. */
export function restoreForm(form: HTMLFormElement): void {
  const controls = controlsOf(form)
  const found = kept.find((one) => one.place === place() && one.fields === fieldsOf(controls))
  if (!found) return
  kept = kept.filter((one) => one !== found)
  for (const [index, control] of controls.entries()) {
    const entry = found.entries[index]
    if (entry) restore(control, entry)
  }
}

function restore(control: Control, { value, checked }: Entry): void {
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
    if (control.checked !== checked) control.click()
    return
  }
  if (control.value === value) return
  // React listens to the prototype's setter: set past its own, or it sees no change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
  const type = control instanceof HTMLSelectElement ? 'change' : 'input'
  control.dispatchEvent(new Event(type, { bubbles: true }))
}
