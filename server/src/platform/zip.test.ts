import { describe, expect, it } from 'vitest'
import { readZip } from '../../tests/read-zip.ts'
import { type ZipFile, zipOf } from './zip.ts'

const at = new Date('2026-03-09T08:30:00Z')

async function archive(files: ZipFile[]): Promise<Buffer> {
  async function* given() {
    yield* files
  }
  const parts: Buffer[] = []
  for await (const part of zipOf(given(), at)) parts.push(part)
  return Buffer.concat(parts)
}

async function* lines(count: number) {
  for (let line = 0; line < count; line++) yield Buffer.from(`line ${line}, é\r\n`)
}

describe('an archive', () => {
  it('an archive contains its files, streamed or stored, with names in any script', async () => {
    const files = readZip(
      await archive([
        { name: 'lines.csv', content: lines(20_000) },
        { name: 'reports/Ɔ.pdf', content: Buffer.from('%PDF') },
        { name: 'nothing.csv', content: lines(0) },
      ]),
    )
    expect([...files.keys()]).toEqual(['lines.csv', 'reports/Ɔ.pdf', 'nothing.csv'])
    expect(files.get('lines.csv')?.toString().split('\r\n')).toHaveLength(20_001)
    expect(files.get('reports/Ɔ.pdf')?.toString()).toBe('%PDF')
    expect(files.get('nothing.csv')?.length).toBe(0)
  })

  it('an archive can contain more than 65,535 files', async () => {
    const many = Array.from({ length: 66_000 }, (_, index) => ({
      name: `${index}`,
      content: Buffer.from('x'),
    }))
    expect(readZip(await archive(many)).size).toBe(66_000)
  })

  it('an archive stops reading its files when its reader stops', async () => {
    let closed = false
    async function* endless() {
      try {
        while (true) yield Buffer.alloc(64_000, `${Math.random()}`)
      } finally {
        closed = true
      }
    }
    async function* files() {
      yield { name: 'endless.csv', content: endless() }
    }
    let parts = 0
    for await (const _part of zipOf(files(), at)) if (++parts > 3) break
    await expect.poll(() => closed).toBe(true)
  })
})
