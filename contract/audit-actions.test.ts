import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { actionChoices, isAction, sayAction } from './audit-actions.ts'

const server = fileURLToPath(new URL('../server/src', import.meta.url))
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${server}/${path}`, 'utf8'))

/** Actions that are written in SQL statements. The compiler checks only the actions that are passed to `audit`. */
const inStatements = (source: string): string[] =>
  source
    .split('insert into audit (')
    .slice(1)
    .map((statement) => statement.split('\n)')[0] ?? '')
    .flatMap((statement) => [...statement.matchAll(/'([a-z_]+\.[a-z_]+)'/g)])
    .map(([, action]) => action ?? '')

it('every audit action that a SQL statement records has a text', () => {
  const noted = sources.flatMap(inStatements)
  expect(noted).toContain('visit.booked')
  expect(noted.filter((action) => !isAction(action))).toEqual([])
})

/** Actions whose keys are composed of the new state of the visit, so that the sources do not contain them. */
const moved = ['arrived', 'collected', 'in_progress', 'completed'].map((to) => `visit.${to}`)

it('the audit filter offers no action that the server never records', () => {
  const written = sources.join('\n')
  const unheard = actionChoices.map(({ value }) => value).filter((action) => !written.includes(`'${action}'`))
  expect(unheard.sort()).toEqual(moved.sort())
})

it('each audit action has its own text, and an unknown action is shown by its key', () => {
  const labels = actionChoices.map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  expect(sayAction('manager.invited')).toBe('Manager invited')
  expect(sayAction('constructor')).toBe('constructor')
})
