import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InTurns } from './in-turns.tsx'

afterEach(() => vi.unstubAllGlobals())

test('one part is drawn in each idle period of the browser, also if parts are nested', async () => {
  const pauses: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => pauses.push(callback))
  const { container } = render(
    <InTurns waiting="waiting">
      <InTurns waiting={null}>
        <p>a</p>
        <p>b</p>
      </InTurns>
      <p>c</p>
    </InTurns>,
  )
  const drawn = [container.textContent]
  while (pauses.length > 0) {
    await act(async () => {
      for (const pause of pauses.splice(0)) pause()
    })
    drawn.push([...container.querySelectorAll('p')].map((part) => part.textContent).join(''))
  }
  expect(drawn).toEqual(['waiting', '', 'a', 'ac', 'abc'])
})
