import { csvLine, csvMark } from '#contract/csv.ts'
import type { ImportKind } from '#contract/transfer.ts'

const rows: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  patients: [
    ['Number', 'Full name', 'Email', 'Phone', 'Gender', 'Birth date', 'Other numbers', 'Language', 'Note'],
    [
      '1001',
      'Ama Mensah',
      'ama.mensah@example.com',
      '024 123 4567',
      'female',
      '1991-04-23',
      'Ghana Card: GHA-000000001-1',
      'Twi',
      '',
    ],
    ['1002', 'Yaw Owusu', '', '020 765 4321', 'male', '2017', '', '', 'Comes with his mother'],
  ],
  appointments: [
    ['Number', 'Full name', 'Age', 'Gender', 'Phone', 'Email', 'Tests', 'Date', 'Time', 'Priority', 'State'],
    [
      'A-501',
      'Ama Mensah',
      '34',
      'female',
      '024 123 4567',
      'ama.mensah@example.com',
      'Full Blood Count; Blood Sugar',
      '2025-11-03',
      '08:30',
      'low',
      'completed',
    ],
    [
      'A-502',
      'Yaw Owusu',
      '8',
      'male',
      '020 765 4321',
      '',
      'Blood Sugar',
      '2025-11-04',
      '09:00',
      'high',
      'no show',
    ],
  ],
}

/** A small file of a kind, as it could be brought in. */
export const sampleFile = (kind: ImportKind): Blob =>
  new Blob([csvMark, ...(rows[kind] ?? []).map((row) => csvLine(row))], { type: 'text/csv' })
