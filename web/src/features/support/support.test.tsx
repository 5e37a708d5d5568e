import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { laboratory } from '#contract/sites.ts'
import { openScreen, screen } from '../../testing/open-screen.tsx'

test('the support page says the same when the facts of the laboratory cannot be loaded', async () => {
  const shown = async () => {
    const main = within(screen.getByRole('main'))
    await main.findByRole('link', { name: 'hello@phial.example' })
    return screen.getByRole('main').textContent
  }
  const first = await openScreen('/support-page')
  const settled = await shown()
  expect(settled).toContain('until 2 h before it starts')
  first.close()
  await openScreen('/support-page', ({ refuses }) =>
    refuses(laboratory, { code: 'busy', message: 'Please try again.' }),
  )
  expect(await shown()).toBe(settled)
})
