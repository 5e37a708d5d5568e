import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useAlarmSound } from './use-alarm-sound.ts'

/** Of each alarm. */
const tones = 4
let begun = 0
/** As much of the browser's sound as an alarm needs; jsdom has none. */
class SilentAudio {
  currentTime = 0
  resume = async () => {}
  createOscillator = () => {
    begun++
    return { frequency: { value: 0 }, connect: (to: unknown) => to, start() {}, stop() {} }
  }
  createGain = () => ({
    gain: { setValueAtTime() {}, linearRampToValueAtTime() {} },
    connect: (to: unknown) => to,
  })
}
const alarms = () => begun / tones

beforeEach(() => {
  begun = 0
  sessionStorage.clear()
  vi.stubGlobal('AudioContext', SilentAudio)
})
afterEach(() => vi.unstubAllGlobals())

const render = (news: string) =>
  renderHook((said: string) => useAlarmSound({ news: said, isOverdue: false }), { initialProps: news })

test('turning the sound on while a value is announced sounds one alarm, and each later announcement another', () => {
  const { result, rerender, unmount } = render('Critical value to report: Ama Mensah, HGB 3.9 g/dL.')
  expect(alarms()).toBe(0)
  act(() => result.current.toggle())
  expect(alarms()).toBe(1)
  rerender('Critical value overdue: Ama Mensah, HGB 3.9 g/dL.')
  expect(alarms()).toBe(2)
  act(() => result.current.toggle())
  rerender('Critical value to report: Kofi Owusu, HGB 4.1 g/dL.')
  expect(alarms()).toBe(2)
  unmount()
})

test('turning the sound on without an announcement sounds one alarm as a trial', () => {
  const { result, unmount } = render('')
  act(() => result.current.toggle())
  expect(alarms()).toBe(1)
  unmount()
})
