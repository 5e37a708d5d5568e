import { sessionToken } from '../../api/session.ts'

/**
 * The chosen tests of the current draft, for the calendar, which needs nothing else of it. They are health data: like the
 * draft, they are kept in memory only and for the same session, so a log-in or log-out discards them.
 */
let noted: { tests: readonly string[]; by: string | null } | null = null

export function noteTests(tests: readonly string[]): void {
  noted = { tests, by: sessionToken() }
}

export const keptTests = (): readonly string[] => (noted?.by === sessionToken() ? noted.tests : none)

const none: readonly string[] = []
