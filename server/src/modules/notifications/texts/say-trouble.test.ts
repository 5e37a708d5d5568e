import { expect, it } from 'vitest'
import { troubles } from '#contract/status.ts'
import { sayTrouble } from './say-trouble.ts'

it('each trouble that is told by e-mail has words of its own, in each language', () => {
  const codes = Object.entries(troubles).flatMap(([code, { mails }]) => (mails ? [code] : []))
  for (const language of ['en', 'fr'] as const) {
    const said = codes.map((code) => sayTrouble(language, { code, about: 'store/backups', value: 1 }))
    expect(new Set(said).size).toBe(codes.length)
    expect(said.join()).not.toContain('{')
  }
})
