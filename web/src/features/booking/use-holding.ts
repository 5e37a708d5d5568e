import { useState } from 'react'
import { holdSlot } from '#contract/booking.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { sessionToken } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { keepHold, useHeldSlot } from './held-slot.ts'
import type { Slot } from './slot-rules.ts'

/** What the visitor is told of a selection, in the promised words. */
export type HoldOutcome =
  | { kind: 'held'; message: string; start: string }
  | { kind: 'taken'; message: string; alternatives: readonly string[] }
  /** `logIn`: logging in would lift the limit. */
  | { kind: 'failed'; message: string; reason: string; logIn: boolean }

/** Holding a slot: a new one takes the place of an earlier hold of this visitor. */
export function useHolding(holdMinutes: number, onHeld: () => void) {
  const { held } = useHeldSlot()
  const [outcome, setOutcome] = useState<HoldOutcome | null>(null)
  const { mutate, isPending } = useCall(
    (slot: Slot) => call(holdSlot, { body: { ...slot, ...(held && { replaces: held.token }) } }),
    {
      says: false,
      onDone: (hold) => {
        keepHold(hold, holdMinutes)
        onHeld()
        setOutcome({ kind: 'held', message: translated(messages.calendar.success), start: hold.start })
      },
      onRefused: (error) => {
        if (error.code === 'slot_taken') {
          setOutcome({ kind: 'taken', message: error.message, alternatives: error.alternatives })
          return
        }
        const reasons = Object.values(error.fields).flat()
        const reason = reasons.length > 0 ? `${reasons.join('. ')}.` : error.message
        const forAccounts = error.code === 'not_possible_now' || error.code === 'too_many_requests'
        const logIn = forAccounts && sessionToken() === null
        setOutcome({ kind: 'failed', message: translated(messages.calendar.failure), reason, logIn })
      },
    },
  )
  return {
    hold: (slot: Slot) => mutate(slot),
    isPending,
    outcome,
    /** The calendar itself has seen that no chair is free. */
    refuse: () =>
      setOutcome({ kind: 'taken', message: translated(messages.calendar.conflict), alternatives: [] }),
    close: () => setOutcome(null),
  }
}
