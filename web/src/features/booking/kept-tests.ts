import { sessionToken } from '../../api/session.ts'

/**
 * The tests of the visit that is being booked, for the calendar, which needs nothing else of the draft. Like the draft in
 * memory only, and for nobody but who chose them: a log-in or a log-out ends them.
 */
let noted: { tests: readonly string[]; by: string | null } | null = null

export function noteTests(tests: readonly string[]): void {
  noted = { tests, by: sessionToken() }
}

export const keptTests = (): readonly string[] => (noted?.by === sessionToken() ? noted.tests : none)

const none: readonly string[] = []
