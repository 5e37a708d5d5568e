import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { get, set as put, useForm } from 'react-hook-form'
import type { BodyInput, Endpoint, ParamsInput, ResponseOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { ApiError } from '../api/api-error.ts'
import { type CallRest, call } from '../api/client.ts'
import { renew } from '../api/queries.ts'
import { useProblem } from '../api/use-problem.ts'
import type { FormFields } from '../ui/form-fields.ts'
import { lookAgain } from '../ui/form-problem.ts'
import { missedByFields } from '../ui/found-by-browser.ts'
import { toast } from '../ui/toast.tsx'
import { holds, isValid } from '../ui/use-mended.ts'
import { flat, nested } from './form-errors.ts'

type Values = Record<string, unknown>
type Versioned = { readonly version: string | number }

/** What the fields hold, by the names that the body gives them. */
export type Held<E extends Endpoint> = [BodyInput<E>] extends [undefined]
  ? Readonly<Values>
  : BodyInput<E> & Readonly<Values>

/** Of either, where it is one of two calls. */
export type AnyParams<E extends Endpoint> = E extends Endpoint ? ParamsInput<E> : never

export type FormOptions<E extends Endpoint, Of, Answer> = {
  params?: AnyParams<E>
  /** What is changed, as the server has it. Its fields are filled in, and its version goes along. */
  of?: Of | null
  /** What other fields hold at first. All of it is sent, whether there is a field for it or not. */
  start?: Readonly<Values>
  /** What is sent of what the fields hold; by default all of it. */
  body?: (held: Held<E>, seen: Of) => BodyInput<E>
  /** What is wrong beyond what the fields and the endpoint's schema demand. */
  check?: (held: Held<E>) => Readonly<Record<string, readonly string[]>>
  /** Instead of the endpoint's call. */
  send?: (body: BodyInput<E>) => Promise<Answer>
  /** What is said where nothing came back, or nothing that says more. */
  failure?: string | ((error: ApiError) => string)
  /** What a toast says when it is done: by default the answer's `message`. */
  says?: string | false
  onDone?: (answer: Answer, body: BodyInput<E>) => unknown
  /** The way out asks first, while something is typed and not saved. */
  guarded?: true
  /** It is empty again once it is done, for the next one. */
  again?: true
}

/** A submit does not wait longer for the schema: the server checks as well. */
const patienceMs = 3_000

/** Loaded once somebody fills in a form, not with the first visit. */
const loadFindings = () => import('./body-findings.ts')

const within = <T>(ms: number, doing: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([
    doing.catch(() => otherwise),
    new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), ms)),
  ])

/**
 * A form over a call of the contract. What it holds is checked by the endpoint's own schema, so that the same sentence comes from
 * here as from the server; a refusal of the server's goes to the same fields. An error goes once its field is mended.
 */
export function useResourceForm<E extends Endpoint, Of extends object = Versioned, Answer = ResponseOf<E>>(
  endpoint: E,
  how: FormOptions<E, Of, Answer> = {},
) {
  const queryClient = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const busy = useRef(false)
  /** What fields of other kinds hold before they are touched. */
  const untouched = useRef<Values>({})
  const changed = useRef(new Set<string>())
  const [told, setTold] = useState<object | null>(null)
  const [seen, setSeen] = useState(how.of ?? null)
  /** Another one where the fields begin anew. */
  const [turn, setTurn] = useState(0)

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
      // An empty number is null, and stays it.
      if (value !== undefined) add(name, value)
      else add(name, untouched.current[name] ?? (first in start ? undefined : standing(control)))
    }
    return out as Held<E>
  }

  const bodyOf = (values: Held<E>): BodyInput<E> => {
    const body = how.body ? how.body(values, seen as Of) : values
    const version = seen && 'version' in seen && !('follows' in (body as object)) && { version: seen.version }
    return { ...version, ...(body as object) } as unknown as BodyInput<E>
  }

  const findings = async (): Promise<FieldErrors> => {
    const values = held()
    const bySchema = loadFindings().then(({ bodyFindings }) => bodyFindings(endpoint, bodyOf(values)))
    return {
      ...(element.current && missedByFields(element.current)),
      ...(await within(patienceMs, bySchema, {})),
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
    mutationFn: (body) => {
      if (how.send) return how.send(body)
      const args = { params: how.params, ...(endpoint.body && { body }) }
      return call(endpoint, ...([args] as unknown as CallRest<E>)) as Promise<Answer>
    },
    onSuccess: async (answer, body) => {
      // From here on it is not dirty: the way out is free.
      if (how.again) begin(how.of ?? null)
      else methods.reset(methods.getValues(), { keepValues: true, keepFieldsRef: true })
      const said = how.says ?? (answer as { message?: unknown } | null)?.message
      if (typeof said === 'string' && said !== '') toast('success', said)
      await how.onDone?.(answer, body)
      // A call that does not say what it changes may have changed anything.
      if (!endpoint.changes) void queryClient.invalidateQueries()
    },
    onError: (error) => {
      for (const [name, messages] of Object.entries(error.fields))
        methods.setError(name, { type: 'server', message: messages.join(', ') })
      setTold({})
      if (error.status === 404 || error.status === 409)
        void (endpoint.changes ? renew(endpoint) : queryClient.invalidateQueries())
    },
    onSettled: () => {
      busy.current = false
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
      return name !== '' && value !== undefined && JSON.stringify(get(one, name)) !== JSON.stringify(value)
    })
  useEffect(() => {
    if (!moved) return
    if (!differ(methods.getValues(), latest)) {
      setSeen(latest)
      methods.reset({ ...latest, ...how.start }, { keepValues: true, keepFieldsRef: true })
    } else if (!dirty) takeOver(latest)
    // Something else of it changed than what stands here.
    else if (!differ(seen, latest)) setSeen(latest)
  })

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy.current) return
    busy.current = true
    void methods.handleSubmit(
      () => sending.mutate(bodyOf(held())),
      () => {
        busy.current = false
        sending.reset()
        setTold({})
      },
    )()
  }

  /** What was found here and holds no longer, also of fields beside the changed one. */
  const look = () => {
    const here = Object.keys(flat(methods.formState.errors, 'here'))
    if (here.length > 0) void methods.trigger(here)
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
        onChange: (event) => void onChange(event).then(look),
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
  const refusal = failure === undefined || failure === null ? error : said
  const left = flat(errors)
  const isLeft = Object.keys(left).length > 0
  const isMended = error !== null && !isLeft && Object.keys(error.fields).length > 0
  const problem =
    refusal && !isMended
      ? { message: refusal.message, about: 'about' in refusal ? refusal.about : undefined, fields: left }
      : isLeft
        ? { message: lookAgain, fields: left }
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
    /** It left the screen: it opens as it was at first. */
    forget: () => {
      changed.current.clear()
      methods.reset({ ...how.of, ...how.start })
    },
    guarded: how.guarded ?? false,
    problem: moved ? null : problem,
    /** Somebody else was faster: what they saved, and the two ways on. */
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
    /** What a field holds, as it changes. */
    watch,
    /** For controls that are no fields of the form by themselves. */
    change: fields.change,
    reset: sending.reset,
    data: sending.data,
    sent: sending.variables,
    /** Sends a body without the form. */
    send: sending.mutate,
    warm: () =>
      void loadFindings().then(
        ({ bodySchemaOf }) => bodySchemaOf(endpoint),
        () => {},
      ),
    noteChange: ({ target }: FormEvent<HTMLFormElement>, scope: string) => {
      if (target instanceof Element && isValid(target)) mended((name) => holds(name, scope, target))
    },
    noteMended: (own: string) => mended((name) => name === own),
  }
}

export type ResourceFormState = Omit<
  ReturnType<typeof useResourceForm>,
  'send' | 'sent' | 'data' | 'watch' | 'change'
>

/** What stands in a control of the screen's own. What is searched by is no field. */
function standing(control: Element): unknown {
  if (control instanceof HTMLInputElement) {
    if (control.type === 'checkbox') return control.checked
    if (control.type === 'radio') return control.checked ? control.value : undefined
    if (control.type === 'search' || control.getAttribute('role') === 'combobox') return undefined
  }
  return 'value' in control ? control.value : undefined
}

const versionOf = (of: object) => ('version' in of ? of.version : undefined)

/** A typed number; what is none goes as it was typed, and is refused at its field. */
const numberOrText = (typed: unknown) => {
  const text = String(typed ?? '').trim()
  if (text === '') return null
  const number = Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : text
}
