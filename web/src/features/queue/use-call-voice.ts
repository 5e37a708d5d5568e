import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { documentLocale } from '../../lib/locale.ts'
import { spokenCall } from './spoken-code.ts'

type Call = { seq: number; code: string; desk: string; again: boolean }

/** Calls that the voice fell behind with are old news: the latest few are said. */
const mostAtOnce = 3

/**
 * Says each new call aloud, once it has been switched on: browsers let a page speak only after somebody has touched it.
 * Calls from before that are not said.
 */
export function useCallVoice(calls: readonly Call[]): { on: boolean; possible: boolean; toggle(): void } {
  const [on, setOn] = useState(false)
  const said = useRef(0)
  const possible = 'speechSynthesis' in window
  const latest = Math.max(0, ...calls.map((call) => call.seq))
  useEffect(() => {
    const fresh = calls.filter((call) => call.seq > said.current).slice(0, mostAtOnce)
    said.current = Math.max(said.current, latest)
    if (!on) return
    for (const call of fresh.toReversed()) say(spokenCall(call))
  }, [calls, latest, on])
  useEffect(
    () => () => {
      if (possible) speechSynthesis.cancel()
    },
    [possible],
  )
  return {
    on,
    possible,
    toggle() {
      if (on) speechSynthesis.cancel()
      else say(t`Calls are spoken.`)
      setOn(!on)
    },
  }
}

function say(text: string): void {
  const utterance = new SpeechSynthesisUtterance(text)
  // No browser speaks Twi: its sentences are read out as English, which is wrong, but its numbers are understood.
  utterance.lang = documentLocale()
  utterance.rate = 0.9
  speechSynthesis.speak(utterance)
}
