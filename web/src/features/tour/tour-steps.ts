import { t } from '@lingui/core/macro'
import type { Role } from '#contract/options.ts'

export type TourStep = {
  /** The path of the screen. */
  path: string
  /** The selector of the element to point at. If the element is missing (the critical value is already reported), the title is used. */
  at: string
  title: string
  text: string
}

const title = 'main h1'

/** The steps of the three-minute tour of each role, on the product's own screens. */
export const tourSteps: Readonly<Record<Role, readonly TourStep[]>> = {
  admin: [
    {
      path: '/manager-dashboard',
      at: '#critical-values',
      title: t`A value is critical`,
      text: t`It stays above every screen until it is reported. Record the call here: to whom you reported it, and that it was read back.`,
    },
    {
      path: '/manager-dashboard',
      at: '#late-tests',
      title: t`Which tests are late, and why`,
      text: t`Each late test shows its current step, since when, and who is responsible. The links open the test and the step.`,
    },
    {
      path: '/manager-dashboard/floor',
      at: '#room-title',
      title: t`The room now`,
      text: t`The people and tubes in the laboratory at this minute. Press one to see its details and why it waits.`,
    },
    {
      path: '/manager-dashboard/planner',
      at: '#example-title',
      title: t`The change that matters most`,
      text: t`The day is simulated many times, to show how one more person shortens the wait at the best hour, and how little at the worst.`,
    },
    {
      path: '/manager-dashboard/audit',
      at: title,
      title: t`Who saw and changed what`,
      text: t`Every change, and every time somebody opens a patient’s record, is an entry that nobody can alter.`,
    },
  ],
  technician: [
    {
      path: '/technician-dashboard',
      at: '#critical-values',
      title: t`A value is critical`,
      text: t`It stays above every screen until it is reported. Record the call here: to whom you reported it, and that it was read back.`,
    },
    {
      path: '/technician-dashboard',
      at: '#queue',
      title: t`What is next at the bench`,
      text: t`Your tests, urgent ones first, then by due time. One key claims the next test. Two people never get the same test.`,
    },
    {
      path: '/desk',
      at: title,
      title: t`The waiting room`,
      text: t`Take a chair and call the next patient with N. Each place in the line shows its reason.`,
    },
    {
      path: '/receive',
      at: title,
      title: t`Samples arrive`,
      text: t`Scan a tube to receive it at the bench. Reject a tube that cannot be used, and the patient gets a new appointment.`,
    },
    {
      path: '/release',
      at: title,
      title: t`A second pair of eyes`,
      text: t`A second person releases each result. Each value is shown with its reference interval and the previous value.`,
    },
  ],
  clinician: [
    {
      path: '/clinic',
      at: title,
      title: t`Your orders`,
      text: t`Each order shows where its samples are, from the clinic to the report.`,
    },
  ],
  user: [
    {
      path: '/patient-dashboard',
      at: '#home-results',
      title: t`A result is ready`,
      text: t`New results come first. They open with an explanation in plain words and the report to download.`,
    },
    {
      path: '/patient-dashboard/results',
      at: title,
      title: t`What it means`,
      text: t`Each value is drawn on its reference interval. Values to discuss with a doctor come before the usual ones.`,
    },
    {
      path: '/patient-dashboard/over-time',
      at: title,
      title: t`Over the years`,
      text: t`A chart shows the course of each quantity that was measured more than once.`,
    },
    {
      path: '/patient-dashboard/appointment-page',
      at: title,
      title: t`The next visit`,
      text: t`Choose tests and a free time. You see how to prepare, and how long you will wait, before you book.`,
    },
    {
      path: '/patient-dashboard/who-has-seen',
      at: title,
      title: t`Who has seen it`,
      text: t`You can read who opened your record, and when.`,
    },
  ],
}
