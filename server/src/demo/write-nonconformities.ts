import {
  actOnNonconformity,
  closeNonconformity,
  reportNonconformity,
} from '#server/modules/nonconformities/index.ts'
import { after, days, minutes, stoppedClock, utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'

/** Writes invented nonconformities of the last weeks through the product's own calls. No person is named. */
const stories = [
  {
    daysAgo: 34,
    kind: 'identification',
    harm: 'possible',
    description: 'A tube had the label of the previous patient. It was noticed when the sample was received.',
    immediateAction: 'The sample was rejected, and the patient was called back.',
    cause: 'Labels of two visits lay side by side at the chair.',
    action: 'Labels are printed at the chair, after the patient has stated their name and date of birth.',
    effectiveness: 'The list of rejected samples shows no wrong label in four weeks.',
  },
  {
    daysAgo: 12,
    kind: 'complaint',
    harm: 'none',
    description: 'A patient waited for 70 minutes although the board had said 25 to 35.',
    immediateAction: 'The patient was called next, and staff apologised.',
    cause: 'One of three chairs was closed for half an hour, and the desk did not pause it.',
    action: 'Staff pause a desk before they leave it. A note on the screen reminds them.',
    dueIn: 10,
  },
  {
    daysAgo: 1,
    kind: 'transport',
    harm: 'possible',
    description: 'A rack was dropped on the way to the bench. Two tubes broke.',
    immediateAction: 'Both patients were still there, and new blood was drawn.',
  },
] as const

export async function writeNonconformities(
  by: { manager: SignedIn; technician: SignedIn },
  now: Date,
): Promise<void> {
  for (const story of stories) {
    const clock = stoppedClock(after(now, -days(story.daysAgo)))
    const [manager, technician] = [
      { ...by.manager, clock },
      { ...by.technician, clock },
    ]
    const { kind, harm, description, immediateAction } = story
    const from = { visitId: null, accession: null, messageId: null }
    const { id } = await reportNonconformity(technician, {
      kind,
      harm,
      description,
      immediateAction,
      ...from,
    })
    clock.advance(minutes(95))
    if (!('cause' in story)) continue
    const dueOn = 'dueIn' in story ? utcDay(after(clock.now(), days(story.dueIn))) : null
    const { cause, action } = story
    await actOnNonconformity('effectiveness' in story ? technician : manager, id, {
      cause,
      action,
      dueOn,
      version: 1,
    })
    clock.advance(days(29))
    if ('effectiveness' in story)
      await closeNonconformity(manager, id, { effectiveness: story.effectiveness, version: 2 })
  }
}
