import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { roomyRoot } from '../data-folders.ts'
import { installEncrypted } from '../encrypted-installation.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('the load test runs all of its parts', async () => {
  const out = mkdtempSync(join(tmpdir(), 'phial-bench-test-'))
  const installed = await installEncrypted()
  try {
    const bench = spawn(process.execPath, ['scripts/run.js', 'bench', '--quick', '--out', out], {
      cwd: root,
      env: { ...process.env, BENCH_DATA: roomyRoot(), BENCH_INSTALLED: installed },
    })
    let output = ''
    for (const stream of [bench.stdout, bench.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    const code = await new Promise((resolve) => bench.once('close', resolve))
    expect(code, output).toBe(0)
    const { parts } = JSON.parse(readFileSync(join(out, 'figures.json'), 'utf8'))
    expect(parts.length).toBeGreaterThan(15)
    for (const { title, rows } of parts) expect(rows.length, title).toBeGreaterThan(0)
  } finally {
    for (const each of [out, installed]) rmSync(each, { recursive: true, force: true })
  }
}, 1_800_000)
