import { t } from '@lingui/core/macro'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { findStored, putTube, type StorageRack } from '#contract/storage.ts'
import { errorText } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { renewed } from '../../../api/queries.ts'
import { beep } from '../bench/beep.ts'

type Last = { isGood: boolean; text: string }

/**
 * Fills a rack scan by scan. Scans are put in one after the other, however fast they come, so that tubes stand in the order in which
 * they were scanned.
 */
export function useFilling(rack: StorageRack, onPut: () => void) {
  const navigate = useNavigate()
  const queue = useRef(Promise.resolve())
  /** The chosen or following position; undefined: the first free one. */
  const going = useRef<number | null | undefined>(undefined)
  const [next, setNext] = useState<number | null | undefined>(undefined)
  const [waiting, setWaiting] = useState(0)
  const [last, setLast] = useState<Last | null>(null)
  const goTo = (position: number | null) => {
    going.current = position
    setNext(position)
  }
  const say = (isGood: boolean, text: string) => {
    beep(isGood ? 'good' : 'bad')
    setLast({ isGood, text })
  }
  const put = async (code: string) => {
    const accession = code.replace(/[\s-]/g, '')
    if (!/^\d{14}$/.test(accession)) {
      const found = await call(findStored, { query: { code } })
      if (found.kind === 'rack') await navigate({ to: '/storage/racks/$id', params: { id: found.rackId } })
      return
    }
    const answer = await call(putTube, {
      params: { id: rack.id },
      body: { accession, position: going.current ?? null },
    })
    goTo(answer.next)
    onPut()
    say(true, answer.message)
    await renewed()
  }
  const scan = (code: string) => {
    setWaiting((count) => count + 1)
    queue.current = queue.current
      .then(() => put(code))
      .catch((error: unknown) => say(false, errorText(error, t`This tube could not be put into the rack.`)))
      .finally(() => setWaiting((count) => count - 1))
  }
  return { scan, goTo, last, isBusy: waiting > 0, next: next === undefined ? firstFree(rack) : next }
}

function firstFree({ rows, columns, tubes }: StorageRack): number | null {
  const taken = new Set(tubes.map(({ position }) => position))
  const all = Array.from({ length: rows * columns }, (_, index) => index + 1)
  return all.find((position) => !taken.has(position)) ?? null
}
