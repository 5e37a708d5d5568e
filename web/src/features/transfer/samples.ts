import { t } from '@lingui/core/macro'
import { csvLine, csvMark } from '#contract/csv.ts'
import type { ImportKind } from '#contract/transfer.ts'

const rows: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  patients: [
    [
      t`Number`,
      t`Full name`,
      t`Email`,
      t`Phone`,
      t`Gender`,
      t`Birth date`,
      t`Other numbers`,
      t`Language`,
      t`Note`,
    ],
    [
      '1001',
      t`Ama Mensah`,
      'ama.mensah@example.com',
      '024 123 4567',
      'female',
      '1991-04-23',
      t`Ghana Card: GHA-000000001-1`,
      t`Twi`,
      '',
    ],
    ['1002', t`Yaw Owusu`, '', '020 765 4321', 'male', '2017', '', '', t`Comes with his mother`],
  ],
  appointments: [
    [
      t`Number`,
      t`Full name`,
      t`Age`,
      t`Gender`,
      t`Phone`,
      t`Email`,
      t`Tests`,
      t`Date`,
      t`Time`,
      t`Priority`,
      t`Status`,
    ],
    [
      'A-501',
      t`Ama Mensah`,
      '34',
      'female',
      '024 123 4567',
      'ama.mensah@example.com',
      t`Full Blood Count; Blood Sugar`,
      '2025-11-03',
      '08:30',
      'low',
      'completed',
    ],
    [
      'A-502',
      t`Yaw Owusu`,
      '8',
      'male',
      '020 765 4321',
      '',
      t`Blood Sugar`,
      '2025-11-04',
      '09:00',
      'high',
      t`no show`,
    ],
  ],
}

/** A small file of a kind, as it could be brought in. */
export const sampleFile = (kind: ImportKind): Blob =>
  new Blob([csvMark, ...(rows[kind] ?? []).map((row) => csvLine(row))], { type: 'text/csv' })
