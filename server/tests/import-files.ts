import { expect } from 'vitest'
import { csvLine } from '#contract/csv.ts'
import type { ImportKind, ImportPreview } from '#contract/transfer.ts'
import type { Person, TestApp } from './harness.ts'

export type Sent = {
  by?: Person
  source?: string
  columns?: string
  tell?: boolean
  token?: string
}

/** Previews and applies imports, with `defaults` for omitted options. */
export function importerOf(lab: () => TestApp, defaults: () => { by: Person; source: string }) {
  function send(step: 'preview' | 'apply', kind: ImportKind, file: string | Buffer, sent: Sent = {}) {
    const { by, source } = { ...defaults(), ...sent }
    return lab().call('POST', `/api/transfer/import/${kind}/${step}`, {
      by,
      body: Buffer.from(file),
      headers: {
        'content-type': 'application/octet-stream',
        'x-source': encodeURIComponent(source),
        'x-file-name': encodeURIComponent('été.csv'),
        ...(sent.columns !== undefined && { 'x-columns': sent.columns }),
        ...(sent.tell && { 'x-tell': 'yes' }),
        ...(sent.token !== undefined && { 'x-token': sent.token }),
      },
    })
  }

  async function preview(kind: ImportKind, file: string | Buffer, sent?: Sent): Promise<ImportPreview> {
    const answer = await send('preview', kind, file, sent)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  async function bringIn(kind: ImportKind, file: string, sent: Sent = {}) {
    const { token } = await preview(kind, file, sent)
    return send('apply', kind, file, { ...sent, token })
  }

  return { send, preview, bringIn }
}

export const visitHeads = [
  'Number',
  'Name',
  'Sex',
  'Age',
  'Phone',
  'Email',
  'Tests',
  'Date',
  'Time',
  'Status',
]

/** A row of a file of appointments; tests change some of its cells. */
const yaa = ['A1', 'Yaa Boateng', 'F', '41', '+233 24 555 0001', '', 'FBC', '2026-03-12', '09:00', '']
export const visitRow = (changes: Partial<Record<number, string>> = {}) =>
  yaa.map((cell, index) => changes[index] ?? cell)
export const visitFile = (...rows: string[][]) => [visitHeads, ...rows].map((row) => csvLine(row)).join('')
