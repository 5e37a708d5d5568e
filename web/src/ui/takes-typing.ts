export type TypingControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const pressed = ['button', 'checkbox', 'radio', 'submit', 'reset', 'file', 'range', 'color']

/** Whether letters belong to this element: a field, not a button or a checkbox. */
export function takesTyping(target: EventTarget | null): target is TypingControl {
  if (target instanceof HTMLInputElement) return !pressed.includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** Puts a value into a field as if it had been typed, so that whoever listens to the field hears of it. */
export function retype(field: TypingControl, value: string): void {
  if (field.value === value) return
  // React listens to the prototype's setter: set past its own, or it sees no change.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
  const type = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
