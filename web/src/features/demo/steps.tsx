import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { type VisitState, visitStateLabels } from '#contract/visit-states.ts'
import { translated } from '../../lib/translated.ts'
import { CalendarDrawing, MicroscopeDrawing, TicketDrawing, TubeDrawing } from '../../ui/drawings.tsx'
import { ResultDrawing } from './result-drawing.tsx'

export type Step = {
  state: VisitState
  /** The state in the words of every screen. */
  label: string
  title: string
  about: string
  /** What each of the three sees at this moment. */
  seen: { who: string; what: string }[]
  picture: ReactNode
}

const step = (
  state: VisitState,
  picture: ReactNode,
  title: string,
  about: string,
  [patient, technician, manager]: [string, string, string],
): Step => ({
  state,
  label: translated(visitStateLabels[state]),
  picture,
  title,
  about,
  seen: [
    { who: t`Patient`, what: patient },
    { who: t`Technician`, what: technician },
    { who: t`Manager`, what: manager },
  ],
})

/** One visit from the booked slot to the released result: five of the states that a visit passes through. */
export const steps: readonly Step[] = [
  step(
    'booked',
    <CalendarDrawing />,
    t`A slot is booked`,
    t`Ama needs a full blood count. She picks Tuesday 09:30: one of four chairs is hers for 15 minutes, and nobody else can be given it.`,
    [
      t`A reference, a QR code, and what to do beforehand.`,
      t`The visit on the list of the day, with its test.`,
      t`One more chair taken between 09:30 and 09:45.`,
    ],
  ),
  step(
    'arrived',
    <TicketDrawing />,
    t`She checks in`,
    t`At 09:18 she shows the code at the desk and is number A 18. Appointments in their time are called before those who came without one.`,
    [
      t`"2 people before you, 10–20 min", live.`,
      t`A 18 in calling order.`,
      t`Three people waiting, the longest for 11 minutes.`,
    ],
  ),
  step(
    'collected',
    <TubeDrawing />,
    t`The sample is taken`,
    t`A label is printed with her name and a number of its own before the needle, so that no tube is ever without one. A full blood count takes a lavender cap.`,
    [
      t`Done in a few minutes, free to leave.`,
      t`The tube, who took it and when.`,
      t`The chair is free again, four minutes early.`,
    ],
  ),
  step(
    'in_progress',
    <MicroscopeDrawing />,
    t`The bench works`,
    t`A technician claims the task, measures and enters the values. Each is checked against the range for her age and sex, and against her last result.`,
    [
      t`"In progress", and when to expect the result.`,
      t`Values, flags, and a callback if one is critical.`,
      t`The turnaround time against its target.`,
    ],
  ),
  step(
    'completed',
    <ResultDrawing />,
    t`The result is released`,
    t`A second person releases what the first has entered. From then on the report cannot be changed, only corrected by a new version that says so.`,
    [
      t`Every value in its range, in plain words, and the PDF.`,
      t`The task closed under both names.`,
      t`Two hours from check-in to result.`,
    ],
  ),
]
