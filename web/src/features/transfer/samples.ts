import { csvLine, csvMark } from '#contract/csv.ts'
import type { ImportKind } from '#contract/transfer.ts'

const rows: Readonly<Record<ImportKind, readonly (readonly string[])[]>> = {
  patients: [
    ['Number', 'Full name', 'Email', 'Phone'],
    ['1001', 'Ama Mensah', 'ama.mensah@example.com', '024 123 4567'],
    ['1002', 'Kofi Boateng', 'kofi.boateng@example.com', ''],
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
