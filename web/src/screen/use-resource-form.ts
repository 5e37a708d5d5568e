import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { get, set as put, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { BodyInput, Endpoint, ParamsInput, ResponseOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { ApiError } from '../api/api-error.ts'
import { type CallRest, call } from '../api/client.ts'
import { renew, renewed } from '../api/queries.ts'
import { useProblem } from '../api/use-problem.ts'
import type { AttemptKeys } from '../lib/attempt-key.ts'
import type { FormFields } from '../ui/form-fields.ts'
import { type FormProblem, holds, isValid, lookAgain } from '../ui/form-problem.ts'
import { missedByFields } from '../ui/found-by-browser.ts'
import { toast } from '../ui/toast.tsx'
import { flat, nested } from './form-errors.ts'

type Values = Record<string, unknown>
type Versioned = { readonly version: string | number }

/** The values of the fields, by their names in the body. */
export type Held<E extends Endpoint> = [BodyInput<E>] extends [undefined]
  ? Readonly<Values>
  : BodyInput<E> & Readonly<Values>

/** The parameters of either call, if the endpoint is one of two. */
export type AnyParams<E extends Endpoint> = E extends Endpoint ? ParamsInput<E> : never

export type FormOptions<E extends Endpoint, Of, Answer> = {
  params?: AnyParams<E>
  /** The object to change, as the server has it. The form starts with its values, and its version is sent along. */
  of?: Of | null
  /** Start values of other fields. All of them are sent, with or without a field. */
  start?: Readonly<Values>
  /**
   * Makes the body from the values of the fields; by default, the body is all values. Null if values are missing, which `check` reports.
   */
  body?: (held: Held<E>, seen: Of) => BodyInput<E> | null
  /** Errors beyond the rules of the fields and of the endpoint's schema. */
  check?: (held: Held<E>) => Readonly<Record<string, readonly string[]>>
  /** The heading, and the text of a warning, if the browser finds errors; by default a heading and no warning. */
  finds?: string
  /** The idempotency keys: a second try of the same request changes nothing more. */
  once?: AttemptKeys
  /** Sends the body instead of the endpoint's call. */
  send?: (body: BodyInput<E>) => Promise<Answer>
  /** The message if no answer came, or an answer without a better message. */
  failure?: string | ((error: ApiError) => string)
  /** How the form shows a refusal; null if the screen shows it in another place. */
  refusal?: (error: ApiError, body: BodyInput<E>) => FormProblem | null
  onRefused?: (error: ApiError) => unknown
  /** The text of the toast after a success: by default the answer's `message`. */
  says?: string | false
  onDone?: (answer: Answer, body: BodyInput<E>) => unknown
  /** Called after a success, when the screen shows the new data: for a dialog whose button may be gone by then. */
  onShown?: (answer: Answer, body: BodyInput<E>) => unknown
  /** Asks before the screen is left with unsaved changes. */
  guarded?: true
  /** Empties the form after a success, for the next entry. */
  again?: true
}

const nothing = {
  method: 'GET',
  path: '/api/',
  access: [],
  summary: '',
  changes: [],
  responses: {},
  errors: [],
}

/** Replaces the endpoint of a form whose values are not the body of one call. `send` gets the values. */
export const noCall = <Body>() => nothing as unknown as Endpoint & { body: z.ZodType<Body, Body> }

/** A submit does not wait longer for the schema: the server checks as well. */
const patienceMs = 3_000

/** Loaded when a form is filled in, not with the first visit. */
const loadFindings = () => import('./body-findings.ts')

const within = <T>(ms: number, doing: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([
    doing.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), ms)),
  ])

/**
 * A form for a call of the contract. Its values are checked by the endpoint's own schema, so that browser and server give the
 * same messages; errors of a refusal are shown at the same fields. An error goes once its field is mended.
 */
export function useResourceForm<E extends Endpoint, Of extends object = Versioned, Answer = ResponseOf<E>>(
  endpoint: E,
  how: FormOptions<E, Of, Answer> = {},
) {
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  /** The values of fields that are no native controls, before they are touched. */
  const untouched = useRef<Values>({})
  const changed = useRef(new Set<string>())
  const [told, setTold] = useState<object | null>(null)
  const [seen, setSeen] = useState(how.of ?? null)
  /** A new number each time that the fields are reset. */
  const [turn, setTurn] = useState(0)
  /** A new object after each change of a control while the form shows errors. */
  const [stirred, setStirred] = useState<object | null>(null)

  const held = (): Held<E> => {
    const values = methods.getValues()
    const start = how.start ?? {}
    const out: Values = structuredClone(
      Object.fromEntries(Object.entries(start).filter(([name]) => !changed.current.has(name))),
    )
    const add = (name: string, value: unknown) => {
      if (value !== undefined) put(out, name, value)
    }
    for (const name of changed.current) add(name, get(values, name))
    for (const control of element.current?.elements ?? []) {
      const name = control.getAttribute('name') ?? ''
      if (name === '' || control.matches(':disabled') || changed.current.has(name)) continue
      const [first = ''] = name.split('.')
      const value: unknown = get(values, name)
      // The value of an empty number field is null, and is sent as null.
      if (value !== undefined) add(name, value)
      else add(name, untouched.current[name] ?? (first in start ? undefined : standing(control)))
    }
    return out as Held<E>
  }

  const bodyOf = (values: Held<E>): BodyInput<E> | null => {
    const body = how.body ? how.body(values, seen as Of) : values
    if (body === null) return null
    const version = seen && 'version' in seen && !('follows' in (body as object)) && { version: seen.version }
    return { ...version, ...(body as object) } as unknown as BodyInput<E>
  }

  const findings = async (): Promise<FieldErrors> => {
    const values = held()
    const bySchema = async () => {
      const body = bodyOf(values)
      return endpoint.body && body !== null ? (await loadFindings()).bodyFindings(endpoint, body) : {}
    }
    return {
      ...(element.current && missedByFields(element.current)),
      ...(await within(patienceMs, bySchema(), {})),
      ...how.check?.(values),
    } as FieldErrors
  }

  const methods = useForm<Values>({
    defaultValues: { ...how.of, ...how.start },
    shouldFocusError: false,
    resolver: async (values) => {
      const found = await findings()
      return Object.keys(found).length === 0 ? { values, errors: {} } : { values: {}, errors: nested(found) }
    },
  })
  const { errors, dirtyFields } = methods.formState
  const dirty = Object.keys(dirtyFields).length > 0

  const sending = useMutation<Answer, ApiError, BodyInput<E>>({
    // Without a network the call fails at once. It must not be sent later, when nobody expects it.
    networkMode: 'always',
    mutationFn: (body) => {
      if (how.send) return how.send(body)
      const headers = how.once && { 'idempotency-key': how.once.keyFor([how.params, body]) }
      const args = { params: how.params, ...(endpoint.body && { body }), headers }
      return call(endpoint, ...([args] as unknown as CallRest<E>)) as Promise<Answer>
    },
    onSuccess: async (answer, body) => {
      how.once?.renew()
      // From here on the form counts as saved, so that the screen can be left.
      if (how.again) begin(how.of ?? null)
      else methods.reset(methods.getValues(), { keepValues: true, keepFieldsRef: true })
      const said = how.says ?? (answer as { message?: unknown } | null)?.message
      if (typeof said === 'string' && said !== '') toast('success', said)
      await how.onDone?.(answer, body)
      // A call that does not say what it changes may have changed anything.
      if (!endpoint.changes) void queryClient.invalidateQueries()
    },
    onError: async (error, body) => {
      if (error.code === 'key_reused') how.once?.renew()
      await how.onRefused?.(error)
      const { fields } = (how.refusal ? how.refusal(error, body) : error) ?? {}
      for (const [name, messages] of Object.entries(fields ?? {}))
        methods.setError(name, { type: 'server', message: messages.join(', ') })
      setTold({})
      // Without `of` the form cannot show both values, and a retry would overwrite a change that the person has not seen.
      if (error.code === 'changed_meanwhile' && !how.of) return
      if (error.status === 404 || error.status === 409)
        void (endpoint.changes ? renew(endpoint) : queryClient.invalidateQueries())
    },
    onSettled: async (answer, error, body) => {
      busy.current = false
      if (error || !how.onShown) return
      await renewed()
      await how.onShown(answer as Answer, body)
    },
  })
  const begin = (of: Of | null) => {
    methods.reset({ ...of, ...how.start })
    untouched.current = {}
    changed.current.clear()
    setTurn((count) => count + 1)
  }
  const takeOver = (latest: Of) => {
    setSeen(latest)
    begin(latest)
    sending.reset()
  }
  const latest = how.of ?? null
  const moved = latest !== null && seen !== null && versionOf(latest) !== versionOf(seen)
  const differ = (one: object, other: object) =>
    [...(element.current?.elements ?? [])].some((control) => {
      const name = control.getAttribute('name') ?? ''
      const value: unknown = get(other, name)
      return name !== '' && value !== undefined && !isSame(get(one, name), value)
    })
  useEffect(() => {
    if (!moved) return
    if (!differ(methods.getValues(), latest)) {
      setSeen(latest)
      // Values without a field, such as the version, are not typed values.
      const held = methods.getValues()
      for (const [name, value] of Object.entries(latest))
        if (!isSame(held[name], value)) methods.setValue(name, value)
      methods.reset({ ...latest, ...how.start }, { keepValues: true, keepFieldsRef: true })
    } else if (!dirty) takeOver(latest)
    // Only values without a field in this form have changed.
    else if (!differ(seen, latest)) setSeen(latest)
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    let isRefused = false
    const send = methods.handleSubmit(
      () => sending.mutate(bodyOf(held()) as BodyInput<E>),
      () => {
        isRefused = true
      },
    )
    // The errors are rendered next, and their summary takes the focus.
    void send().then(() => {
      if (!isRefused) return
      busy.current = false
      sending.reset()
      setTold({})
      if (how.finds !== undefined) toast('warning', how.finds)
    })
  }

  /** Checks the errors that the browser found again, also those of fields beside the changed field. */
  const look = () => {
    const here = Object.keys(flat(methods.formState.errors, 'here'))
    if (here.length > 0) void methods.trigger(here)
  }
  useEffect(() => {
    if (stirred === null) return
    setStirred(null)
    look()
  })
  const stir = () => {
    if (Object.keys(errors).length > 0) setStirred({})
  }
  const mended = (isMended: (name: string) => boolean) => {
    const names = Object.keys(flat(errors, 'server')).filter(isMended)
    if (names.length > 0) methods.clearErrors(names)
  }

  const fields: FormFields = {
    held,
    wire(name, numeric) {
      const { ref, onChange, onBlur } = methods.register(name, numeric ? { setValueAs: numberOrText } : {})
      return {
        ref,
        onChange: (event) => void onChange(event),
        onBlur: (event) => void onBlur(event),
      }
    },
    read(name, empty) {
      untouched.current[name] = empty
      return methods.watch(name)
    },
    change(name, value) {
      changed.current.add(name)
      methods.setValue(name, value, { shouldDirty: true })
      mended((one) => one === name || one.startsWith(`${name}.`))
      look()
    },
  }

  function watch(): Partial<Held<E>>
  function watch(name: string): unknown
  function watch(name?: string) {
    return name === undefined ? methods.watch() : methods.watch(name)
  }

  const { error } = sending
  const failure = typeof how.failure === 'function' ? error && how.failure(error) : how.failure
  const said = useProblem(error, failure ?? '')
  const plain = failure === undefined || failure === null ? error : said
  const refusal: FormProblem | null =
    error && how.refusal ? how.refusal(error, sending.variables as BodyInput<E>) : plain
  const left = flat(errors)
  const isLeft = Object.keys(left).length > 0
  const isMended = !isLeft && Object.keys(refusal?.fields ?? {}).length > 0
  const problem: FormProblem | null =
    refusal && !isMended
      ? { message: refusal.message, about: refusal.about, fields: left }
      : isLeft
        ? { message: how.finds ?? lookAgain, fields: left }
        : null

  return {
    element,
    fields,
    submit,
    pending: sending.isPending,
    error,
    told,
    dirty,
    turn,
    /** The form leaves the screen: it opens with its start values again. */
    forget: () => {
      changed.current.clear()
      methods.reset({ ...how.of, ...how.start })
    },
    guarded: how.guarded ?? false,
    problem: moved ? null : problem,
    /** Another person saved first: what they saved, and the two ways to go on. */
    meanwhile:
      moved && dirty
        ? {
            before: seen as object,
            after: latest as object,
            keepMine: () => {
              setSeen(latest)
              sending.reset()
            },
            takeOver: () => takeOver(latest),
          }
        : null,
    /** The value of a field, renewed on each change. */
    watch,
    /** Sets a value from a control that is not a field of the form. */
    change: fields.change,
    reset: sending.reset,
    data: sending.data,
    sent: sending.variables,
    /** Sends a body that does not come from the fields. */
    send: sending.mutate,
    warm: () =>
      endpoint.body &&
      void loadFindings().then(
        ({ bodySchemaOf }) => bodySchemaOf(endpoint),
        () => {},
      ),
    noteChange: ({ target }: FormEvent<HTMLFormElement>, scope: string) => {
      stir()
      if (target instanceof Element && isValid(target)) mended((name) => holds(name, scope, target))
    },
    noteMended: (own: string) => {
      stir()
      mended((name) => name === own)
    },
  }
}

export type ResourceFormState = Omit<
  ReturnType<typeof useResourceForm>,
  'send' | 'sent' | 'data' | 'watch' | 'change'
>

/** The value of a control that the screen itself controls. A search box is no field. */
function standing(control: Element): unknown {
  if (control instanceof HTMLInputElement) {
    if (control.type === 'checkbox') return control.checked
    if (control.type === 'radio') return control.checked ? control.value : undefined
    if (control.type === 'search' || control.getAttribute('role') === 'combobox') return undefined
  }
  return 'value' in control ? control.value : undefined
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

const versionOf = (of: object) => ('version' in of ? of.version : undefined)

/** A typed number. Text that is no number is sent as it was typed, and refused at its field. */
const numberOrText = (typed: unknown) => {
  const text = String(typed ?? '').trim()
  if (text === '') return null
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : text
}
