import { expect, it } from 'vitest'
import { getAllUsers } from '#contract/access.ts'
import { requestOf } from './client.ts'

it('search words are sent in a header instead of the URL', () => {
  const { url, headers } = requestOf(getAllUsers, {
    query: { role: 'user', search: 'Ama Ɔdehyeɛ & Co', limit: 50 },
  })
  expect(url).toBe('/api/auth/get-all-users?role=user&limit=50')
  expect(new URLSearchParams(headers.get('x-words') ?? '').get('search')).toBe('Ama Ɔdehyeɛ & Co')
  expect(requestOf(getAllUsers, { query: {} }).headers.has('x-words')).toBe(false)
})
