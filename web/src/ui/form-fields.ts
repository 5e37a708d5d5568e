import { type ChangeEvent, createContext, type FocusEvent, type Ref, useContext, useState } from 'react'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

type Wired = {
  ref: (control: Control | null) => void
  onChange: (event: ChangeEvent<Control>) => void
  onBlur: (event: FocusEvent<Control>) => void
}

/** The fields of a form that holds the typed values. */
export type FormFields = {
  /** Makes a native control a field of the form. `numeric`: the form holds a number. */
  wire: (name: string, numeric?: boolean) => Wired
  /** The value of a field that is no native control; `empty` until it is touched. */
  read: (name: string, empty: unknown) => unknown
  change: (name: string, value: unknown) => void
  /** The values of all fields, by their names. */
  held: () => Readonly<Record<string, unknown>>
}

/** The form around a field, if it is a form that holds the typed values. */
export const FormFieldsContext = createContext<FormFields | null>(null)

type Own = { type?: string | undefined; value?: unknown; checked?: unknown; numeric?: boolean | undefined }

/** The props of a native control, wired to its form. A control with a `value` or `checked` of its own is left to its screen. */
export function useWired<P extends Own>(name: string, { numeric, ...control }: P): Omit<P, 'numeric'> {
  const form = useContext(FormFieldsContext)
  if (!form || control.value !== undefined || control.checked !== undefined) return control
  const wired = form.wire(name, numeric ?? control.type === 'number')
  const own = control as Partial<Omit<Wired, 'ref'>> & { ref?: Ref<Control> }
  return {
    ...control,
    ref(element: Control | null) {
      wired.ref(element)
      if (typeof own.ref === 'function') own.ref(element)
      else if (own.ref) own.ref.current = element
    },
    onChange(event: ChangeEvent<Control>) {
      wired.onChange(event)
      own.onChange?.(event)
    },
    onBlur(event: FocusEvent<Control>) {
      wired.onBlur(event)
      own.onBlur?.(event)
    },
  }
}

/** The value of a control that is no native control, and its setter: held by the screen, by the form, or by the control. */
export function useHeld<T>(name: string, empty: T, given?: T): [T, (value: T) => void] {
  const form = useContext(FormFieldsContext)
  const [own, setOwn] = useState(empty)
  if (given !== undefined) return [given, () => {}]
  if (form) return [(form.read(name, empty) ?? empty) as T, (value) => form.change(name, value)]
  return [own, setOwn]
}
