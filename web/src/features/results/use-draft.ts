import { useCallback, useEffect, useRef, useState } from 'react'
import { readResults, saveDraft } from '#contract/results.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'

export type Typed = Readonly<Record<string, string>>
export type Draft = { typed: Typed; revision: number }
export type DraftState = 'none' | 'saving' | 'kept' | 'not kept' | 'conflict'

const restsMs = 700

/**
 * Keeps what is typed on the server, once it rests, one call after the other. A draft that went on elsewhere stops this
 * one: nothing is overwritten until the person has chosen.
 */
export function useDraft(
  taskId: string,
  first: { typed: Typed; revision: number; kept: boolean },
  onKept: (draft: Draft) => void,
) {
  const [typed, setTyped] = useState<Typed>(first.typed)
  const [state, setState] = useState<DraftState>(first.kept ? 'kept' : 'none')
  const [elsewhere, setElsewhere] = useState<Draft | null>(null)
  const revision = useRef(first.revision)
  const saved = useRef(first.typed)
  const running = useRef<Promise<void>>(Promise.resolve())
  const stopped = useRef(false)
  const latest = useRef({ typed, onKept })
  useEffect(() => {
    latest.current = { typed, onKept }
  })

  const keep = useCallback(
    async (now: Typed) => {
      if (stopped.current || now === saved.current) return
      try {
        setState('saving')
        const body = { typed: now, revision: revision.current, resultsRevision: 0 }
        const answer = await call(saveDraft, { params: { id: taskId }, body })
        revision.current = answer.revision
        saved.current = now
        setState('kept')
        latest.current.onKept({ typed: now, revision: answer.revision })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'changed_meanwhile') {
          stopped.current = true
          setState('conflict')
          setElsewhere(await readElsewhere(taskId))
        } else setState('not kept')
      }
    },
    [taskId],
  )

  useEffect(() => {
    if (typed === saved.current) return
    const timer = setTimeout(() => {
      running.current = running.current.then(() => keep(typed)).catch(() => setState('not kept'))
    }, restsMs)
    return () => clearTimeout(timer)
  }, [typed, keep])

  // Whoever leaves the screen within that moment loses nothing either.
  useEffect(
    () => () => {
      running.current = running.current.then(() => keep(latest.current.typed)).catch(() => {})
    },
    [keep],
  )

  return {
    typed,
    state,
    elsewhere,
    type: (code: string, text: string) => setTyped((before) => ({ ...before, [code]: text })),
    /** Waits for what is under way and keeps nothing more, so that no draft outlives its results. */
    async halt() {
      stopped.current = true
      await running.current
    },
    /** Keeps again after a refusal, on top of what was there. */
    resume() {
      if (state === 'conflict') return
      stopped.current = false
      running.current = running.current.then(() => keep(latest.current.typed)).catch(() => {})
    },
    /** Anew from the server's state, after the results were saved. */
    restart(values: Typed) {
      saved.current = values
      revision.current = 0
      stopped.current = false
      setElsewhere(null)
      setState('none')
      setTyped(values)
    },
    /** The person's answer to a conflict. */
    choose(which: 'here' | 'there') {
      const there = elsewhere ?? { typed: {}, revision: 0 }
      revision.current = there.revision
      saved.current = there.typed
      stopped.current = false
      setElsewhere(null)
      setState('kept')
      setTyped(which === 'there' ? there.typed : { ...typed })
    },
  }
}

async function readElsewhere(taskId: string): Promise<Draft | null> {
  const form = await call(readResults, { params: { id: taskId } }).catch(() => null)
  return form && (form.draft ?? { typed: {}, revision: 0 })
}
