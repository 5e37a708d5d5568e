import { t } from '@lingui/core/macro'

const storageKey = t`alarm sound`

/** Whether the alarm is heard in this browser session. Only the wish is stored, nothing about the values. */
export function isAlarmHeard(): boolean {
  try {
    return sessionStorage.getItem(storageKey) === 'on'
  } catch {
    return false
  }
}

export function keepAlarmHeard(heard: boolean): void {
  try {
    if (heard) sessionStorage.setItem(storageKey, 'on')
    else sessionStorage.removeItem(storageKey)
  } catch {
    // A browser that refuses storage asks again on the next page.
  }
}

let context: AudioContext | null = null

/** Two short tones, twice. Silent in a browser that has no sound, or before the first press on the page. */
export function playAlarm(): void {
  if (!('AudioContext' in window)) return
  context ??= new AudioContext()
  void context.resume().catch(() => {})
  const begins = context.currentTime
  for (const [index, hertz] of [880, 660, 880, 660].entries()) tone(context, hertz, begins + index * 0.22)
}

function tone(audio: AudioContext, hertz: number, at: number): void {
  const oscillator = audio.createOscillator()
  const volume = audio.createGain()
  oscillator.frequency.value = hertz
  // Begins and ends softly, or it clicks.
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.2, at + 0.02)
  volume.gain.linearRampToValueAtTime(0, at + 0.18)
  oscillator.connect(volume).connect(audio.destination)
  oscillator.start(at)
  oscillator.stop(at + 0.2)
}
