import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails with what is wrong when the current screen violates a rule that axe can check without drawing it. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    // Colours are not computed here: the browser tests check them.
    rules: { 'color-contrast': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' '))}`)).toEqual(
    [],
  )
}
