import { useEffect } from 'react'

/** Keeps a screen on that nobody touches. Browsers without it, or short of power, dim as they like. */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      // A refusal (battery, policy) is the device's own affair: the screen works as before.
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (over) await lock?.release()
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])
}
