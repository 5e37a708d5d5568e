let sound: AudioContext | null = null

/** Hertz, and how often. A technician looks at the tubes, not at the screen: good and bad sound unlike. */
const tones = { good: { pitch: 1320, times: 1 }, bad: { pitch: 220, times: 3 } } as const

/** A short sound; silence where the browser allows none. */
export function beep(kind: keyof typeof tones): void {
  if (typeof AudioContext === 'undefined') return
  sound ??= new AudioContext()
  const { pitch, times } = tones[kind]
  for (let one = 0; one < times; one++) {
    const at = sound.currentTime + one * 0.16
    const [oscillator, volume] = [sound.createOscillator(), sound.createGain()]
    oscillator.frequency.value = pitch
    volume.gain.setValueAtTime(0.12, at)
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.12)
    oscillator.connect(volume).connect(sound.destination)
    oscillator.start(at)
    oscillator.stop(at + 0.13)
  }
}
