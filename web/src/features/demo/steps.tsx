import type { ReactNode } from 'react'
import { type VisitState, visitStateLabels } from '#contract/visit-states.ts'
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
  label: visitStateLabels[state],
  picture,
  title,
  about,
  seen: [
    { who: 'Patient', what: patient },
    { who: 'Technician', what: technician },
    { who: 'Manager', what: manager },
  ],
})

/** One visit from the booked slot to the released result: five of the states that a visit passes through. */
export const steps: readonly Step[] = [
  step(
    'booked',
    <CalendarDrawing />,
    'A slot is booked',
    'Ama needs a full blood count. She picks Tuesday 09:30: one of four chairs is hers for 15 minutes, and nobody else can be given it.',
    [
      'A reference, a QR code, and what to do beforehand.',
      'The visit on the list of the day, with its test.',
      'One chair more taken between 09:30 and 09:45.',
    ],
  ),
  step(
    'arrived',
    <TicketDrawing />,
    'She checks in',
    'At 09:18 she shows the code at the desk and is number A 18. Appointments in their time are called before those who came without one.',
    [
      '"2 people before you, 10–20 min", live.',
      'A 18 in calling order.',
      'Three people waiting, the longest for 11 minutes.',
    ],
  ),
  step(
    'collected',
    <TubeDrawing />,
    'The sample is taken',
    'A label is printed with her name and a number of its own before the needle, so that no tube is ever without one. A full blood count takes a lavender cap.',
    [
      'Done in a few minutes, free to leave.',
      'The tube, who took it and when.',
      'The chair free again, four minutes ahead.',
    ],
  ),
  step(
    'in_progress',
    <MicroscopeDrawing />,
    'The bench works',
    'A technician claims the task, measures and enters the values. Each is checked against the range for her age and sex, and against her last result.',
    [
      '"In progress", and when to expect the result.',
      'Values, flags, and a callback if one is critical.',
      'The turnaround time against its target.',
    ],
  ),
  step(
    'completed',
    <ResultDrawing />,
    'The result is released',
    'A second person releases what the first has entered. From then on the report cannot be changed, only corrected by a new version that says so.',
    [
      'Every value in its range, in plain words, and the PDF.',
      'The task closed under both names.',
      'Two hours from check-in to result.',
    ],
  ),
]
