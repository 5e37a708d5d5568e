import { type ResultForm, saveDraft } from '#contract/results.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import {
  type AskedSave,
  type DraftPlace,
  dropKeptDraft,
  type KeptDraft,
  type KeptWhere,
  keepDraft,
} from '../../api/kept-drafts.ts'
import { sessionToken } from '../../api/session.ts'
import { now } from '../../lib/clock.ts'
import {
  type Beginning,
  beginDraft,
  type Conflict,
  type DraftForm,
  isAsSaved,
  savedAsTyped,
  type Typed,
} from './begin-draft.ts'

/** Where what is typed lies: nothing is typed, being kept, on the server, in this browser, in this tab. */
export type Whereabouts = 'nowhere' | 'keeping' | 'server' | KeptWhere
export type DraftView = {
  typed: Typed
  where: Whereabouts
  conflict: Conflict | null
  /** Why the server did not take it, when it answered. */
  refused: string | null
  /** The last call was not answered; it is tried again. */
  lost: boolean
  /** The save that the person asked for and the server did not answer. */
  asked: AskedSave | null
}

const restsMs = 700
/** Long enough for a slow line; a line that is dead is not waited for. */
const patienceMs = 15_000
const triesAgainMs = [2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Keeps what is typed for one task: in this browser at once, on the server once it rests, one call after the other. What
 * the server cannot be told waits until it can. A draft that went on elsewhere, or results that were saved meanwhile, stop
 * it: nothing is sent until the person has chosen.
 */
export function openDraft(
  place: DraftPlace,
  first: { form: DraftForm; kept: KeptDraft | null },
  server: {
    /** Reads what is saved, and keeps it for the screen. */
    read: (signal: AbortSignal) => Promise<DraftForm>
    onSent: (draft: NonNullable<ResultForm['draft']>) => void
  },
) {
  let { form } = first
  let { typed: onServer, revision, resultsRevision } = beginDraft(form, null)
  let sent: Typed[] = []
  let view: DraftView = {
    typed: onServer,
    where: 'nowhere',
    conflict: null,
    refused: null,
    lost: false,
    asked: first.kept?.asked ?? null,
  }
  let halted = false
  let closed = false
  const listeners = new Set<() => void>()
  const params = { id: place.taskId }
  const session = sessionToken()
  /** Once this session is over, here or in another tab, nothing is kept or sent any more, least of all as somebody else. */
  const isOver = () => sessionToken() !== session
  const mine = (): KeptDraft => ({ typed: view.typed, revision, resultsRevision, sent, asked: view.asked })

  function show(changes: Partial<DraftView>): void {
    view = { ...view, ...changes }
    for (const listener of listeners) listener()
  }

  // In this browser: one write after the other, each with what is newest then.

  let keptIn: KeptWhere = 'tab'
  let keeping = Promise.resolve()
  let willKeep = false

  function keepHere(over = false): void {
    if (isOver() || (willKeep && !over)) return
    willKeep = true
    keeping = keeping
      .then(async () => {
        willKeep = false
        if (isOver()) return
        const kept = await keepDraft(place, mine(), over)
        if ('where' in kept) keptIn = kept.where
        else showOther(kept.other)
        if ((view.lost || view.conflict) && view.where === 'keeping') show({ where: keptIn })
      })
      .catch(() => {
        keptIn = 'tab'
      })
  }

  function showOther({ typed: there, ...follows }: KeptDraft): void {
    show({ conflict: { kind: 'draft', there, ...follows } })
  }

  // On the server: one call after the other, and after one that was not answered again, later and later.

  let calling = Promise.resolve()
  let nextCall = send
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function callIn(ms: number, what = send): void {
    clearTimeout(timer)
    nextCall = what
    timer = setTimeout(callNow, ms)
  }

  function callNow(): void {
    clearTimeout(timer)
    calling = calling.then(nextCall)
    nextCall = send
  }

  async function send(): Promise<void> {
    const { typed } = view
    if (isOver() || halted || view.conflict || typed === onServer) return
    sent = [...sent.slice(-9), typed]
    keepHere()
    try {
      const body = { typed, revision, resultsRevision }
      const answer = await call(saveDraft, { params, body, signal: AbortSignal.timeout(patienceMs) })
      revision = answer.revision
      sent = []
      onServer = typed
      server.onSent({ typed, revision, resultsRevision, updatedAt: now().toISOString() })
      reached()
      await keeping
      if (view.typed !== typed) return
      show({ where: isAsSaved(form, typed) ? 'nowhere' : 'server', refused: null })
      await dropKeptDraft(place)
    } catch (error) {
      await refusedOrLost(error, send)
    }
  }

  /** What the server has is read, and weighed against what is here. */
  async function lookAgain(): Promise<void> {
    if (isOver()) return
    try {
      const read = await server.read(AbortSignal.timeout(patienceMs))
      reached()
      begin(read, view.where === 'nowhere' ? null : mine())
    } catch (error) {
      await refusedOrLost(error, lookAgain)
    }
  }

  function reached(): void {
    failures = 0
    if (view.lost) show({ lost: false })
  }

  async function refusedOrLost(error: unknown, what: () => Promise<void>): Promise<void> {
    const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : null
    if (isOver()) return
    if (refusal?.code === 'changed_meanwhile') return lookAgain()
    keepHere()
    await keeping
    if (view.where !== 'nowhere' && view.typed !== onServer) show({ where: keptIn })
    show({ lost: refusal === null, refused: refusal?.message ?? null })
    if (refusal !== null && refusal.code !== 'too_many_requests') return
    if (!closed) callIn(triesAgainMs[Math.min(failures++, triesAgainMs.length - 1)] ?? restsMs, what)
  }

  function adopt(read: DraftForm, kept: KeptDraft | null): Beginning {
    form = read
    const from = beginDraft(read, kept)
    ;({ revision, resultsRevision } = from)
    if (!from.unsent) {
      onServer = from.typed
      sent = []
    }
    const where = from.saved ? 'nowhere' : from.unsent ? 'keeping' : 'server'
    // It is not sent again if it was saved, or if the person must first choose between two versions.
    const isDone = from.saved && (read.stage === undefined || read.stage === view.asked)
    const asked = isDone || from.conflict ? null : view.asked
    show({ typed: from.typed, conflict: from.conflict, where, refused: null, asked })
    return from
  }

  function goOn({ unsent, conflict }: Beginning): void {
    if (!unsent && view.asked === null) keeping = keeping.then(() => dropKeptDraft(place))
    else keepHere()
    if (unsent && !conflict) callIn(0)
  }

  const begin = (read: DraftForm, kept: KeptDraft | null) => goOn(adopt(read, kept))

  function restart(saved: DraftForm): void {
    halted = false
    begin({ ...saved, draft: null }, null)
  }

  function retype(typed: Typed): void {
    show({ typed, where: 'keeping', asked: null })
    keepHere()
    callIn(restsMs)
  }

  let beginning: Beginning | null = adopt(form, first.kept)

  return {
    view: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type: (code: string, text: string) => retype({ ...view.typed, [code]: text }),
    /** Everything that is typed, when a change adds or removes fields. */
    retype,
    /** The person asked for a save that was not answered; null: it was sent again, or refused. */
    ask(asked: AskedSave | null) {
      if (asked === view.asked) return
      show({ asked })
      keepHere()
    },
    /** The results as they were loaded anew: somebody may have saved some since. */
    seen(read: DraftForm) {
      if (halted || view.conflict || read.resultsRevision <= resultsRevision) return
      begin(read, view.where === 'nowhere' ? null : mine())
    },
    /** Waits for what is under way and sends nothing more, so that no draft outlives its results; answers which it is. */
    async halt(): Promise<number> {
      halted = true
      clearTimeout(timer)
      await calling
      return revision
    },
    /** Adds to what is typed. */
    add: (change: Typed) => retype({ ...view.typed, ...change }),
    /** Goes on after a save that failed, and finds out what the server has: the save may have arrived all the same. */
    async resume() {
      halted = false
      await lookAgain()
    },
    /** Anew from what is saved. */
    restart,
    /** The person's answer to a conflict, having seen both. */
    choose(which: 'here' | 'there' | 'both') {
      const { conflict, typed } = view
      if (!conflict) return
      if (conflict.kind === 'results' && which === 'there' && !conflict.form.draft) {
        restart(conflict.form)
        return
      }
      if (conflict.kind === 'results') resultsRevision = conflict.form.resultsRevision
      else revision = conflict.revision
      if (conflict.kind === 'draft' && which === 'there') resultsRevision = conflict.resultsRevision
      const there = conflict.kind === 'draft' ? conflict.there : savedAsTyped(conflict.form)
      show({ typed: chosen(which, typed, there), conflict: null, where: 'keeping' })
      keepHere(true)
      callIn(0)
    },
    /** The screen is there; answers how to leave it. What was not sent by then is sent, if it can be. */
    start() {
      closed = false
      if (beginning) goOn(beginning)
      beginning = null
      window.addEventListener('online', callNow)
      return () => {
        closed = true
        window.removeEventListener('online', callNow)
        callNow()
      }
    },
  }
}

function chosen(which: 'here' | 'there' | 'both', here: Typed, there: Typed): Typed {
  if (which === 'here') return { ...here }
  if (which === 'there') return { ...there }
  const typed = Object.entries(here).filter(([, text]) => text.trim() !== '')
  return { ...there, ...Object.fromEntries(typed) }
}
