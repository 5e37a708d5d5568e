import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

/** All calls of the contract, read from its folder, so that new calls are included. */
export async function everyCall(): Promise<Endpoint[]> {
  const folder = join(import.meta.dirname, '../../contract')
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
  const modules = await Promise.all(files.map((name) => import(join(folder, name))))
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'path' in value && 'method' in value

export const callName = ({ method, path }: Endpoint) => `${method} ${path}`

export const forStaff = (call: Endpoint): call is Endpoint & { access: readonly string[] } =>
  call.access !== 'public' && call.access.some((role) => role !== 'user')

/** A path with unknown ids in place of its parameters. */
export const pathOfNothing = (path: string) =>
  path
    .replace(/:(id|shareId|message|breakdown)\b/g, '01900000-0000-7000-8000-00000000000f')
    .replace(':number', '1')
    .replace(':accession', '01260309000018')
    .replace(/:\w+/g, 'none')
