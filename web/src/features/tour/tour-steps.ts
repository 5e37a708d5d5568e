import type { Role } from '#contract/options.ts'

export type TourStep = {
  /** The screen. */
  path: string
  /** What is pointed at, as a selector; the screen's title where it is not there, such as a value that was told meanwhile. */
  at: string
  title: string
  text: string
}

const title = 'main h1'

/** Three minutes of the demonstration for each role, on the real screens. */
export const tourSteps: Readonly<Record<Role, readonly TourStep[]>> = {
  admin: [
    {
      path: '/manager-dashboard',
      at: '#critical-values',
      title: 'A value is critical',
      text: 'It stands above every screen until somebody was told. Call it through here: whom you told, and that it was read back, is kept.',
    },
    {
      path: '/manager-dashboard',
      at: '#late-tests',
      title: 'What is late, and with whom',
      text: 'Each late test names its step, since when it stands there, and who holds it. The links open the test and the step.',
    },
    {
      path: '/manager-dashboard/floor',
      at: '#room-title',
      title: 'The room now',
      text: 'People and tubes as they are at this minute. Press one to see who it is and why it waits.',
    },
    {
      path: '/manager-dashboard/planner',
      at: '#example-title',
      title: 'A choice that matters',
      text: 'The day is played again many times: what one person more at the right hour does to the wait, and at the wrong one.',
    },
    {
      path: '/manager-dashboard/audit',
      at: title,
      title: 'Who saw and changed what',
      text: 'Every change, and every opening of a patient’s record, is an entry that nobody can alter.',
    },
  ],
  technician: [
    {
      path: '/technician-dashboard',
      at: '#critical-values',
      title: 'A value is critical',
      text: 'It stands above every screen until somebody was told. Call it through here: whom you told, and that it was read back, is kept.',
    },
    {
      path: '/technician-dashboard',
      at: '#queue',
      title: 'What is next at the bench',
      text: 'Your tests, urgent ones first, then by when they are due. One key takes the next; two people never get the same.',
    },
    {
      path: '/desk',
      at: title,
      title: 'The waiting room',
      text: 'Sit down at a chair and call the next with N. Each place in the line says why it is there.',
    },
    {
      path: '/receive',
      at: title,
      title: 'Samples arrive',
      text: 'Scan a tube, and it is at the bench. A tube that cannot be used is rejected here, and the patient gets a new time.',
    },
    {
      path: '/release',
      at: title,
      title: 'A second pair of eyes',
      text: 'Whoever entered a result does not release it. Each value stands beside its interval and the one before.',
    },
  ],
  user: [
    {
      path: '/patient-dashboard',
      at: '#home-results',
      title: 'A result is ready',
      text: 'What is new stands first. It opens in plain words, with the report to keep.',
    },
    {
      path: '/patient-dashboard/results',
      at: title,
      title: 'What it means',
      text: 'Each value lies on its interval, and what to talk about comes before what is as usual.',
    },
    {
      path: '/patient-dashboard/over-time',
      at: title,
      title: 'Over the years',
      text: 'Each measurement that was taken more than once has its course.',
    },
    {
      path: '/patient-dashboard/appointment-page',
      at: title,
      title: 'The next visit',
      text: 'Choose tests and a free time. How to prepare, and how long you will wait, is said before you book.',
    },
    {
      path: '/patient-dashboard/who-has-seen',
      at: title,
      title: 'Who has seen it',
      text: 'You can read who opened your record, and when.',
    },
  ],
}
