import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { prepareDemo } from '#server/demo/prepare-demo.ts'
import { systemClock } from '#server/platform/clock.ts'
import { demoSignIns } from '#server/platform/demo-sign-ins.ts'
import { newDataFolder } from '../data-folders.ts'
import { openTestApp } from '../harness.ts'
import { freePort, type ProductProcess, startProduct } from '../product-process.ts'

async function ask<T>(
  product: ProductProcess,
  path: string,
  options: { token?: string; body?: unknown } = {},
): Promise<T> {
  const response = await fetch(`${product.url}${path}`, {
    method: options.body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.token && { authorization: `Bearer ${options.token}` }),
    },
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  })
  expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200)
  return (await response.json()) as T
}

it('the demo simulates a laboratory on an empty database, with a sign-in for each role', async () => {
  const folder = newDataFolder()
  const product = await startProduct({
    port: await freePort(),
    settings: { DATA_DIR: folder, DEMO: '1', DEMO_SPEED: '600' },
  })
  try {
    const { demo } = await ask<{ demo: { role: string; email: string; password: string }[] }>(
      product,
      '/api/laboratory',
    )
    expect(demo.map(({ role }) => role)).toEqual(['user', 'technician', 'admin', 'clinician'])
    const tokens = new Map<string, string>()
    for (const { role, email, password } of demo) {
      expect(product.output()).toContain(email)
      const { token } = await ask<{ token: string }>(product, '/api/auth/login', {
        body: { email, password },
      })
      tokens.set(role, token)
    }
    const visits = await ask<{ id: string; status: string }[]>(product, '/api/labtest/appointments', {
      token: tokens.get('user') ?? '',
    })
    const done = visits.find(({ status }) => status === 'completed')
    await ask(product, `/api/labtest/appointment/${done?.id}/report`, { token: tokens.get('user') ?? '' })

    const released = async () => {
      const list = await ask<{ rows: { releasedAt: string }[] }>(product, '/api/Labtask/released', {
        token: tokens.get('technician') ?? '',
      })
      return list.rows[0]?.releasedAt ?? ''
    }
    const before = await released()
    for (let waited = 0; waited < 900 && (await released()) === before; waited++) await sleep(200)
    expect((await released()) > before).toBe(true)
    expect(await product.end('SIGTERM')).toBe(0)
  } finally {
    await product.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}, 400_000)

it('the demo does not change an existing laboratory, and says so in one line', async () => {
  const lab = await openTestApp({ clock: systemClock })
  await lab.signUpPatient()
  const starting = prepareDemo(lab.context, lab.superuser, () => {})
  await expect(starting).rejects.toThrow(/^DEMO=1 [^\n]+$/)
  expect((await lab.pool.query('select from visit')).rowCount).toBe(0)
  expect(
    (await lab.pool.query('select from account where email = $1', [demoSignIns[0]?.email])).rowCount,
  ).toBe(0)
  expect((await lab.call('GET', '/api/laboratory')).json().demo).toBeUndefined()
  await lab.close()
})
