import { useEffect, useRef, useState } from 'react'
import type { Profile } from '#contract/access.ts'
import { wholeYears } from '#contract/age.ts'
import type { Appointment } from '#contract/booking.ts'
import { type CareKind, defaultPriority, type Priority } from '#contract/options.ts'
import { sessionToken } from '../../api/session.ts'
import { nowMs } from '../../lib/clock.ts'
import { dayOf } from '../../lib/times.ts'
import { noteTests } from './kept-tests.ts'

/** What is typed for a visit, as the fields hold it. */
export type VisitDraft = {
  /** `me`, `other` for somebody new, or the id of a person whom the account looks after. */
  whom: string
  /** What somebody new is to the holder of the account; empty: not chosen yet. */
  relation: CareKind | ''
  /** The name of a guest who books for another person. With an account, the holder's name is known. */
  ownName: string
  fullName: string
  email: string
  gender: string
  contact: string
  age: string
  /** The day of birth, `YYYY-MM-DD`, which makes the age; empty: only the age is known. */
  bornOn: string
  tests: readonly string[]
  /** The day that is looked at, `YYYY-MM-DD` at the site; null is the first one with free times. */
  day: string | null
  /** The chosen start, ISO 8601 UTC. */
  startsAt: string | null
  /** The hold that the start was taken over from. */
  holdToken: string | null
  priority: Priority
}

export function emptyDraft(person: Pick<Profile, 'fullName' | 'email' | 'phone'>): VisitDraft {
  return {
    whom: 'me',
    relation: '',
    ownName: '',
    ...detailsOf(person),
    gender: '',
    age: '',
    bornOn: '',
    tests: [],
    day: null,
    startsAt: null,
    holdToken: null,
    priority: defaultPriority,
  }
}

/** A guest's draft, completed with the account's own details in the empty fields. */
export function withDetails(
  begun: VisitDraft | undefined,
  person: Parameters<typeof detailsOf>[0],
): VisitDraft {
  if (!begun) return emptyDraft(person)
  const { fullName, email, contact } = detailsOf(person)
  return {
    ...begun,
    fullName: begun.fullName || (begun.whom === 'me' ? fullName : ''),
    email: begun.email || email,
    contact: begun.contact || contact,
  }
}

/** The account's own details as the person tested. */
export function detailsOf({ fullName, email, phone }: Pick<Profile, 'fullName' | 'email' | 'phone'>) {
  return { fullName, email, contact: phone }
}

export function draftOf(visit: Appointment): VisitDraft {
  const { fullName, email, gender, contact, age } = visit.patientDetails
  return {
    whom: 'me',
    relation: '',
    ownName: '',
    fullName,
    email,
    gender,
    contact,
    age: String(age),
    bornOn: '',
    tests: visit.testType,
    day: dayOf(visit.scheduledDate, visit.site.timeZone),
    startsAt: visit.scheduledDate,
    holdToken: null,
    priority: visit.priority,
  }
}

/**
 * Drafts outlive their screen, so that a lost session or a step aside costs nothing. They are health data: in memory
 * only, gone with the tab, and shown to nobody but the account that typed them.
 */
const kept = new Map<string, VisitDraft>()

/** The key of the draft of an account, or of a guest. */
export const bookingKey = (account: { id: string } | undefined) => `book ${account?.id ?? 'as a guest'}`

/** A guest's draft that becomes the draft of the account that the guest signs in to. */
let handed: { draft: VisitDraft; atMs: number } | null = null

/** A handed-over draft is kept long enough to log in. */
const handedForMs = 10 * 60_000

export function handOver(draft: VisitDraft): void {
  kept.delete(bookingKey(undefined))
  handed = { draft, atMs: nowMs() }
}

export const handedOver = (): VisitDraft | undefined =>
  handed && nowMs() - handed.atMs < handedForMs ? handed.draft : undefined

/** The draft of a form; `key` names form and account, `start` is what a draft begins with or is brought up to. */
export function useVisitDraft(key: string, start: (kept: VisitDraft | undefined) => VisitDraft) {
  const [restored, setRestored] = useState(() => kept.has(key))
  const [draft, setDraft] = useState<VisitDraft>(() => start(kept.get(key)))
  const change = (changes: Partial<VisitDraft>) =>
    setDraft((before) => {
      const after = { ...before, ...changes }
      kept.set(key, after)
      if (key.startsWith('book ')) noteTests(after.tests)
      return after
    })
  const forget = () => {
    kept.delete(key)
    handed = null
    noteTests([])
  }
  const startAgain = () => {
    forget()
    setRestored(false)
    setDraft(start(undefined))
  }
  return { draft, change, forget, restored, startAgain }
}

/** For a form that one leaves on purpose: its draft outlives it only when the session was lost under it. */
export function useForgetOnLeaving(forget: () => void): void {
  const latest = useRef(forget)
  latest.current = forget
  useEffect(
    () => () => {
      if (sessionToken() !== null) latest.current()
    },
    [],
  )
}

/** The day of birth, and the age that it makes on the day of the visit; empty where only the age is known. */
export const birthOf = ({ bornOn }: VisitDraft) => (bornOn === '' ? {} : { bornOn })

/** The person tested, as the calls take them. `on` is the day of the visit. */
export function patientOf(draft: VisitDraft, on: string) {
  return {
    fullName: draft.fullName,
    age: draft.bornOn === '' ? Number(draft.age) : wholeYears(draft.bornOn, on),
    gender: draft.gender,
    contact: draft.contact,
    email: draft.email,
  }
}
