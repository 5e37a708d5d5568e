import { describe, expect, it } from 'vitest'
import { troublesOf } from './backup-troubles.ts'

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 2))
const now = at(28)
const good = { at: now, problem: null }
const bucket = { usedSince: at(1), until: now, problem: null, proof: good, proved: { at: now } }
const fine = { archivedUntil: now, copy: good, proof: good, proved: { at: now }, offsite: bucket }

describe('the troubles of backups', () => {
  it.each([
    ['none, if all is well', fine, []],
    [
      'none, before the first attempt',
      { archivedUntil: null, copy: null, proof: null, proved: null, offsite: null },
      [],
    ],
    ['a failed backup', { ...fine, copy: { at: now, problem: 'The disk is full' } }, ['copy_failed']],
    ['a failed proof', { ...fine, proof: { at: now, problem: 'damaged' } }, ['proof_failed']],
    ['no proof for three days', { ...fine, proved: { at: at(24) } }, ['unproved']],
    [
      'never a proof, three days after the first backup',
      { ...fine, copy: { ...good, at: at(24) }, proof: null, proved: null },
      ['unproved'],
    ],
    ['an archive that does not go on', { ...fine, archivedUntil: at(27) }, ['archive_behind']],
    [
      'an off-site copy that is behind',
      { ...fine, offsite: { ...bucket, until: at(27) } },
      ['offsite_behind'],
    ],
    [
      'none, while the first copy is sent',
      { ...fine, offsite: { ...bucket, usedSince: at(26), until: null } },
      [],
    ],
    [
      'a bucket that refuses the first copy',
      { ...fine, offsite: { ...bucket, usedSince: at(27), until: null, problem: 'refused' } },
      ['offsite_behind'],
    ],
    [
      'a failed proof of the bucket, and none for five days',
      { ...fine, offsite: { ...bucket, proof: { at: now, problem: 'damaged' }, proved: { at: at(22) } } },
      ['offsite_proof_failed', 'offsite_unproved'],
    ],
  ])('%s', (_, known, troubles) => {
    expect(troublesOf(known, now)).toEqual(troubles)
  })
})
