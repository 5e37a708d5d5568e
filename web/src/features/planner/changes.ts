import type { Span } from '#simulation/laboratory/plan.ts'

/** So many more people (fewer when negative) who collect, from one minute of the day until another. */
export type PeopleEdit = { count: number } & Span
/** So many people who work these hours; a long day has half an hour to eat in it. */
export type RosterLine = { count: number } & Span

/** What a manager would try. Null: as it was. */
export type Changes = {
  people: readonly PeopleEdit[]
  /** Instead of everyone who collects; further people come on top. */
  roster: readonly RosterLine[] | null
  opens: number | null
  closes: number | null
  chairs: number | null
  /** Per cent of the people who came, 100 for as many. */
  demand: number
  /** Per cent of all who come: without an appointment, and urgent. */
  walkIns: number | null
  stat: number | null
}

export const noChanges: Changes = {
  people: [],
  roster: null,
  opens: null,
  closes: null,
  chairs: null,
  demand: 100,
  walkIns: null,
  stat: null,
}
