import { useEffect, useRef, useState } from 'react'
import { isAlarmHeard, keepAlarmHeard, playAlarm } from './alarm-sound.ts'

/** Milliseconds between two alarms while a value is overdue. */
const againMs = 60_000

/** Sounds for each value that appears or becomes overdue, and again while one is overdue, if this browser session wants it. */
export function useAlarmSound({ news, isOverdue }: { news: string; isOverdue: boolean }) {
  const [isOn, setOn] = useState(isAlarmHeard)
  const sounded = useRef('')
  useEffect(() => {
    if (!isOn || news === sounded.current) return
    sounded.current = news
    playAlarm()
  }, [isOn, news])
  useEffect(() => {
    if (!isOn || !isOverdue) return
    const timer = setInterval(playAlarm, againMs)
    return () => clearInterval(timer)
  }, [isOn, isOverdue])
  return {
    isOn,
    toggle() {
      keepAlarmHeard(!isOn)
      setOn(!isOn)
      // Heard at once how it sounds; and browsers only let a page sound after a press.
      if (isOn) return
      sounded.current = news
      playAlarm()
    },
  }
}
