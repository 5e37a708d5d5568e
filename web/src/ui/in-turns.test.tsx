import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InTurns } from './in-turns.tsx'

afterEach(() => vi.unstubAllGlobals())

test('each pause of the browser draws one part, also where a part has parts of its own', async () => {
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
