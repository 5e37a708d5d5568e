import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'

const files = readdirSync(import.meta.dirname).filter((name) => /^[a-z-]+\.ts$/.test(name))
const modules: object[] = await Promise.all(files.map((name) => import(`./${name}`)))
const endpoints = modules.flatMap((module) =>
  Object.values(module).filter(
    (one): one is Endpoint => typeof one === 'object' && one !== null && 'access' in one && 'path' in one,
  ),
)
const reads = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => `${path}/`)

describe('changes of an endpoint', () => {
  it('are declared by most endpoints that change something', () => {
    expect(endpoints.filter(({ changes }) => changes).length).toBeGreaterThan(100)
  })

  it('name only paths of reads that exist', () => {
    const named = endpoints.flatMap(({ path, changes = [] }) => changes.map((one) => ({ path, one })))
    expect(named.filter(({ one }) => !reads.some((read) => read.startsWith(`${one}/`)))).toEqual([])
  })

  it('are not declared by a read', () => {
    expect(endpoints.filter(({ method, changes }) => method === 'GET' && changes)).toEqual([])
  })
})
