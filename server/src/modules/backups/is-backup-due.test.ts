import { describe, expect, it } from 'vitest'
import { isBackupDue } from './is-backup-due.ts'

const at = (text: string) => new Date(`2026-11-${text}Z`)
const failed = (text: string) => ({ endedAt: at(text), problem: 'The disk is full' })

describe('a backup is due', () => {
  it.each([
    ['if there is none', '28T09:00', null, null, true],
    ['an hour after a failed attempt', '28T09:00', null, failed('28T07:59'), true],
    ['not sooner after a failed attempt', '28T09:00', null, failed('28T08:30'), false],
    ['not if there is one since the hour', '28T09:00', '28T01:10', null, false],
    ['after the hour of the next day', '29T01:00', '28T01:10', null, true],
    ['not before the hour', '29T00:59', '28T01:10', null, false],
    ['if the machine was off at the hour', '30T17:00', '28T01:10', null, true],
  ] as const)('%s', (_, now, usable, last, due) => {
    expect(isBackupDue(at(now), 1, usable && at(usable), last)).toBe(due)
  })
})
